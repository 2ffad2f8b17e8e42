// 6.5.8p5: the pointers are not into one object
int main(void) {
    int x = 0, y = 0;
    int *p = &x, *q = &y;
    return p < q ? 0 : 1; // undefined: pointer-order
}
