// GNU C: the parameter is declared nonnull
static int get(int *a, int *b) __attribute__((nonnull(1)));

static int get(int *a, int *b) {
    return b ? *a + *b : *a;
}

int main(void) {
    int x = 0;
    return get(0, &x) & 0; // undefined: nonnull
}
