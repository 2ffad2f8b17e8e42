// 6.5.6p8, J.2: a[1][7] in int a[4][5], though inside the whole array
int main(void) {
    int a[4][5] = {{0}};
    int i = 1;
    return a[i][7]; // undefined: inner-bounds
}
