// 6.3.1.8p1: one operand is unsigned, so the product is and wraps (6.2.5p9)
int main(void) {
    unsigned short a = 65535;
    unsigned r = (unsigned)a * a;
    return r != 4294836225u;
}
