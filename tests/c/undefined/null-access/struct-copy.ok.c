// 6.5.15p4: only one of the operands of ?: is evaluated
struct pair {
    int a, b;
};

int main(void) {
    struct pair zero = {0, 0}, *p = 0, got;
    got = p ? *p : zero;
    return got.a + got.b;
}
