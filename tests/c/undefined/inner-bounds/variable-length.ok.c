// 6.5.6p8: within the row
int main(void) {
    int n = 3;
    int a[2][n];
    a[0][2] = 0;
    n = 1;
    return a[0][2];
}
