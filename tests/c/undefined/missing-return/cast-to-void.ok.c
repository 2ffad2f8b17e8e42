// 6.3.2.2: of void functions, and in void expressions, no value is used
static int check(int n) {
    if (n > 1) return n;
}

static void nothing(void) {}

int main(void) {
    (void)nothing();
    (void)(void)nothing();
    (void)(nothing(), nothing());
    (void)check(1);
    return 0;
}
