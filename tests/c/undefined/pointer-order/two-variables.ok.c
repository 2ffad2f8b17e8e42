// 6.5.9p6: == and != are defined for any two
int main(void) {
    int x = 0, y = 0;
    int *p = &x, *q = &y;
    return p == q;
}
