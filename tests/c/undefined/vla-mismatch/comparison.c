// 6.5.9p2, 6.7.6.2p6: pointers to compatible types are compared
static int same(int n, void *a, void *b) {
    char(*p)[n] = a;
    char(*q)[n + 1] = b;
    return p == q; // undefined: vla-mismatch
}

int main(void) {
    char a[12] = {0};
    return !same(5, a, a);
}
