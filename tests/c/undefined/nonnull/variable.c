// GNU C: p is null where the earlier declaration promised that it is not
static int is(const int *p) __attribute__((nonnull));

static int is(const int *p) {
    return *p;
}

int main(void) {
    int x = 0;
    const int *p = 0;
    return x + is(p); // undefined: nonnull
}
