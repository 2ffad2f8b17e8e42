// 6.5.5p5: & evaluates both operands, so the division is executed
static int divides(int d, int n) {
    return (d != 0) & (n % d == 0); // undefined: division-by-zero
}

int main(void) {
    return divides(0, 12);
}
