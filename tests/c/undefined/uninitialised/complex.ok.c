// 6.3.2.1p2: one part may be read alone
int main(void) {
    double _Complex z;
    __real__ z = 1;
    return __real__ z != 1;
}
