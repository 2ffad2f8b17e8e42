// 6.9.1p12: the association that is chosen is an operand of +
static int check(int n) {
    if (n > 1) return n;
}

static void nothing(void) {}

int main(void) {
    _Generic(1, int: nothing(), default: 0);
    __builtin_choose_expr(1, nothing(), 0);
    int n = 1 + _Generic(1, int: check(1), default: 0); // undefined: missing-return
    return n == 9;
}
