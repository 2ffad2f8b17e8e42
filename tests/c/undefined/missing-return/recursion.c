// 6.9.1p12: the outer call does not return what the inner one did
static int depth(int n) {
    if (n == 0) return 0;
    depth(n - 1);
}

int main(void) {
    int d = depth(1); // undefined: missing-return
    return d == 77;
}
