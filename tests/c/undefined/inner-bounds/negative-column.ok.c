// 6.5.6p8: the row before, by its own subscript
int main(void) {
    int a[2][3] = {{1, 2, 0}, {4, 5, 6}};
    int j = -1;
    return a[1 + j][2];
}
