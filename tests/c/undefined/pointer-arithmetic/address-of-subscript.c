// 6.5.3.2p3: &a[6] is a + 6
int main(void) {
    double a[5];
    double *end = &a[6]; // undefined: pointer-arithmetic
    return end == a;
}
