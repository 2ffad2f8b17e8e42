// 6.5.6p8: a[-1] is before the beginning of the array
static int a[4] = {0, 1, 2, 3};

int main(void) {
    int i = -2;
    int *p = a + 1;
    p[i] = 0; // undefined: out-of-bounds
    return a[0];
}
