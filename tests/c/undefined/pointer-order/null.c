// 6.5.8p5: null is neither before nor after an object
int main(void) {
    int a[2], *p = a;
    int *q = 0;
    return p > q ? 0 : 0; // undefined: pointer-order
}
