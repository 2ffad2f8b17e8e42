// GNU C: an integer 0 is not a pointer
__attribute__((nonnull)) static int use(void *p, int n, const char *s) {
    (void)p;
    (void)s;
    return n;
}

int main(void) {
    char c = 0;
    char *s = &c;
    return use(&c, 0, s);
}
