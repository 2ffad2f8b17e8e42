// 6.5.6p8: a + 5 is neither in int a[4] nor one past it
int main(void) {
    int a[4] = {0};
    int n = 5;
    int *p = a + n; // undefined: pointer-arithmetic
    return p == a;
}
