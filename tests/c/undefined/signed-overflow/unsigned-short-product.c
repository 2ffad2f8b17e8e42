// 6.3.1.1p2, 6.5p5: both operands promote to int, 65535 * 65535 does not fit
int main(void) {
    unsigned short a = 65535;
    unsigned r = a * a; // undefined: signed-overflow
    return r != 4294836225u;
}
