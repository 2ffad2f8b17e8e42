// 6.5.1.1p3: the association that is chosen is a statement's expression
static int check(int n) {
    if (n > 1) return n;
}

static void nothing(void) {}

int main(void) {
    _Generic(1, int: nothing(), default: 0);
    __builtin_choose_expr(1, nothing(), 0);
    _Generic(1, int: check(1), default: 0);
    return 0;
}
