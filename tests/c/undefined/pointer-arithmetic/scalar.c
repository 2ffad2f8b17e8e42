// 6.5.6p7: a scalar is an array of length one
int main(void) {
    int x = 0;
    int *p = &x;
    p += 2; // undefined: pointer-arithmetic
    return p == &x;
}
