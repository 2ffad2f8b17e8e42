// 6.7.6.2p6: the parameter is a pointer to arrays of 3, the argument to arrays of 4
static int trace(int n, int a[n][n]) { // undefined: vla-mismatch
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i][i];
    return s;
}

int main(void) {
    int a[4][4] = {{0}};
    return trace(4, a) + trace(3, a);
}
