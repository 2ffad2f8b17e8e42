// 6.7.6.2p6: and here with the same, further on
static int last(int rows, int n, char a[][n]) {
    return rows == 1 ? a[0][0] : last(rows - 1, n, a + 1);
}

int main(void) {
    char a[2][4] = {{0}};
    return last(2, 4, a);
}
