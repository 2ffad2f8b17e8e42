// 6.5.5p5: converting 0.5 to int gives a zero divisor
int main(void) {
    double d = 0.5;
    return 1 / (int)d; // undefined: division-by-zero
}
