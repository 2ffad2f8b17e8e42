// 6.9.1p12: the value that ?: gives is used
static int check(int n) {
    if (n > 1) return n;
}

int main(int count, char **args) {
    (void)args;
    int result = count ? check(1) : check(2); // undefined: missing-return
    return result == 5;
}
