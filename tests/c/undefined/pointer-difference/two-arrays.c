// 6.5.6p9: the pointers are into different arrays
int main(void) {
    int a[4], b[4];
    long d = &b[0] - &a[0]; // undefined: pointer-difference
    return d == 0;
}
