// 6.5.2.1p3: a[2][2] is the element at the same place
int main(void) {
    int a[4][5] = {{0}};
    int i = 1;
    return a[i + 1][2];
}
