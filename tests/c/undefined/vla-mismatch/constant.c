// 6.7.6.2p6: one of the lengths is a constant
int main(void) {
    int n = 5;
    static short a[3][4];
    short(*p)[n];
    p = a; // undefined: vla-mismatch
    return p[0][0];
}
