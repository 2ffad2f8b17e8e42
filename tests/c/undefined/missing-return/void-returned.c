// 6.9.1p12: the caller returns what it was not given
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
    return check(0); // undefined: missing-return
}

int main(void) {
    return all() == 9;
}
