// 6.5.9p2: or one of them is to void
static int same(int n, void *a, void *b) {
    char(*p)[n] = a;
    char(*q)[n + 1] = b;
    return p == (void *)q;
}

int main(void) {
    char a[12] = {0};
    return !same(5, a, a);
}
