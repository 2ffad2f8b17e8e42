// 6.5.6p8: a[1][-1] leaves its row, though the element before is a[0][2]
int main(void) {
    int a[2][3] = {{1, 2, 0}, {4, 5, 6}};
    int j = -1;
    return a[1][j]; // undefined: inner-bounds
}
