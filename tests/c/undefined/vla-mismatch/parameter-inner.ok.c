// 6.7.6.2p6: all lengths agree
static int corner(int n, int m, short (*a)[n][m]) {
    return a[0][n - 1][0];
}

static int make(int n, int m) {
    short a[2][n][m];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < m; k++) a[i][j][k] = 0;
    return corner(n, m, a);
}

int main(void) {
    return make(2, 3);
}
