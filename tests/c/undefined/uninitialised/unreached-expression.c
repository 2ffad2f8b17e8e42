// 6.5.15p4: the second operand, which sets x, is not evaluated
static int f(int n) {
    int x;
    n = n > 1 ? ({ x = n; x; }) : 0;
    return x + n; // undefined: uninitialised
}

int main(void) {
    return f(1) + 1;
}
