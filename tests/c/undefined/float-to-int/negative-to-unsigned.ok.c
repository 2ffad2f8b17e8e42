// 6.3.1.4p1: the integral part of -0.9 is 0
int main(void) {
    double d = -0.9;
    unsigned u = d;
    return u != 0;
}
