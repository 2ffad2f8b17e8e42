// 6.5.5p5: the divisor is zero
int main(void) {
    int n = 7, d = 0;
    return n / d; // undefined: division-by-zero
}
