// 6.5.16.2p3, 6.5.5p5: /= with a zero right operand
int main(void) {
    char c = 100;
    signed char d = 0;
    c /= d; // undefined: division-by-zero
    return c;
}
