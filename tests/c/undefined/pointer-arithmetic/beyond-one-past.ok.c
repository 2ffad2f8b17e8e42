// 6.5.6p8: a + 4 is one past it, and may be formed
int main(void) {
    int a[4] = {0};
    int n = 4;
    int *p = a + n;
    return p == a;
}
