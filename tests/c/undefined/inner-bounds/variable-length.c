// 6.5.6p8: the length of a row is what it was when the array was declared
int main(void) {
    int n = 3;
    int a[2][n];
    a[1][0] = 0;
    n = 9;
    return a[0][3]; // undefined: inner-bounds
}
