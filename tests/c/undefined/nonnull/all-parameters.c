// GNU C: nonnull without a list is for all pointers, used or not
__attribute__((nonnull)) static int use(void *p, int n, const char *s) {
    (void)p;
    (void)s;
    return n;
}

int main(void) {
    char c = 0;
    char *s = 0;
    return use(&c, 0, s); // undefined: nonnull
}
