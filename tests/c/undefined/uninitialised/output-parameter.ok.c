// 6.5.14p4: the value is used only when it was set
static int parse(int c, int *out) {
    if (c < '0' || c > '9') return 0;
    *out = c - '0';
    return 1;
}

int main(void) {
    int n;
    int good = parse('x', &n);
    return good && n == 3;
}
