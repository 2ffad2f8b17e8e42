// GNU C: it was replaced before the call
static int is(const int *p) __attribute__((nonnull));

static int is(const int *p) {
    return *p;
}

int main(void) {
    int x = 0;
    const int *p = 0;
    if (!p) p = &x;
    return x + is(p);
}
