// 6.5.6p7, p9: each scalar is an array of its own
int main(void) {
    long x = 0, y = 0;
    long *p = &x, *q = &y;
    return q - p == 0; // undefined: pointer-difference
}
