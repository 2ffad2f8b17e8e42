// 6.3.1.4p1: the integral part of -1.0 does not fit unsigned; no wrapping
int main(void) {
    double d = -1.0;
    unsigned u = d; // undefined: float-to-int
    return u == 5;
}
