// 6.5.6p8: the middle subscript 2 leaves a[0], which has two rows
int main(void) {
    char a[3][2][4] = {{{0}}};
    int j = 2;
    return a[0][j][1]; // undefined: inner-bounds
}
