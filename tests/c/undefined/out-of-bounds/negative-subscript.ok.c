// 6.5.2.1p2: a negative subscript is fine on a pointer into the middle
static int a[4] = {0, 1, 2, 3};

int main(void) {
    int i = -2;
    int *p = a + 2;
    p[i] = 0;
    return a[0];
}
