// 6.3.1.4p1: only the integral part must fit
int main(void) {
    double d = 2147483647.9;
    int i = (int)d;
    return i != 2147483647;
}
