// 6.3.1.4p1: 2147483648.0 does not fit int
int main(void) {
    double d = 2147483648.0;
    int i = (int)d; // undefined: float-to-int
    return i == 0;
}
