// 6.7.6.3p7: three rows
static int corner(int m, int v[const static 3][m]) {
    return v[2][m - 1];
}

int main(void) {
    int rows[3][4] = { { 1 } };
    return corner(4, rows);
}
