// 6.3.2.1p2: the callee sets its parameter only when it succeeds
static int parse(int c, int *out) {
    if (c < '0' || c > '9') return 0;
    *out = c - '0';
    return 1;
}

int main(void) {
    int n;
    int good = parse('x', &n);
    return good + n == 3; // undefined: uninitialised
}
