// 6.3.2.1p2: a complex number has a value when both of its parts have
int main(void) {
    double _Complex z, w;
    __real__ z = 1;
    w = z; // undefined: uninitialised
    return __real__ w != 1;
}
