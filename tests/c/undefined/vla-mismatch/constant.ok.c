// 6.7.6.2p6: and is the value of the other
int main(void) {
    int n = 4;
    static short a[3][4];
    short(*p)[n];
    p = a;
    return p[0][0];
}
