// 6.7.6.3p7: two rows are there, three are promised
static int corner(int m, int v[const static 3][m]) { // undefined: short-array
    return v[0][0];
}

int main(void) {
    int rows[2][4] = { { 0 } };
    return corner(4, rows);
}
