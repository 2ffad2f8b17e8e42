// 6.7.6.2p6: and here all agree
int main(void) {
    int n = 2, m = 2;
    static int a[2][2][4];
    int(*p)[n][m + 2] = 0;
    p = n > 1 ? a : p;
    return p[0][1][1];
}
