// 6.5.6p7, p9: a scalar and one past it
int main(void) {
    long x = 0, y = 0;
    long *p = &x, *q = &y;
    return (q + 1) - q != 1 || p == q;
}
