// 6.9.1p12: the operand of ! is used
static int check(int n) {
    if (n > 1) return n;
}

static void nothing(void) {}

int main(void) {
    (void)nothing();
    (void)(void)nothing();
    (void)(nothing(), nothing());
    (void)!check(1); // undefined: missing-return
    return 0;
}
