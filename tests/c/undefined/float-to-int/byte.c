// 6.3.1.4p1: 256 does not fit unsigned char; integers wrap, floats do not
int main(void) {
    float f = 256.5f;
    unsigned char c = f; // undefined: float-to-int
    return c != 0;
}
