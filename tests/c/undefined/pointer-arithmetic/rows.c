// 6.5.6p8: a + 4 in steps of whole rows leaves int a[2][3]
int main(void) {
    int a[2][3] = {{0}};
    int (*row)[3] = a;
    row = row + 4; // undefined: pointer-arithmetic
    return row == a;
}
