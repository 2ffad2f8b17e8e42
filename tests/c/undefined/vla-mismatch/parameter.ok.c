// 6.7.6.2p6: the number of rows may differ, not their length
static int trace(int n, int m, int a[n][m]) {
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i][i];
    return s;
}

int main(void) {
    int a[4][4] = {{0}};
    return trace(4, 4, a) + trace(3, 4, a);
}
