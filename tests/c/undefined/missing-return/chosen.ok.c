// 6.9.1p12: the value that ?: gives is not used
static int check(int n) {
    if (n > 1) return n;
}

int main(int count, char **args) {
    (void)args;
    count ? check(1) : check(2);
    return 0;
}
