// 6.5.6p9: one past the end counts as in the array
int main(void) {
    int a[4], b[4];
    long d = &a[4] - &a[0];
    return d != 4;
}
