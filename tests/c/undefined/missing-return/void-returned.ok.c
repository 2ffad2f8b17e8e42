// 6.8.6.4p1 (GNU): a void function returns a void expression
static int check(int n) {
    if (n > 1) return n;
}

static void step(int n) {
    (void)n;
}

static void steps(int n) {
    return n ? step(n) : (void)check(n);
}

static int all(void) {
    steps(0);
    check(0);
    return 0;
}

int main(void) {
    return all() == 9;
}
