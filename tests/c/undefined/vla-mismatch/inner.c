// 6.7.6.2p6: all lengths count
int main(void) {
    int n = 2, m = 3;
    static int a[2][2][4];
    int(*p)[n][m + 2] = 0;
    p = n > 1 ? a : p; // undefined: vla-mismatch
    return p[0][1][1];
}
