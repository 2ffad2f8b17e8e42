// 6.5.3.2p3: &a[5] is a + 5, one past the end
int main(void) {
    double a[5];
    double *end = &a[5];
    return end == a;
}
