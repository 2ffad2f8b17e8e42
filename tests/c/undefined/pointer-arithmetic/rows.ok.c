// 6.5.6p8: a + 2 is one past the last row
int main(void) {
    int a[2][3] = {{0}};
    int (*row)[3] = a;
    row = row + 2;
    return row == a;
}
