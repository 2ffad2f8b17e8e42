// 6.7.3.1p10: both may point to it when nothing is modified
static int add(int *restrict p, int *restrict q) {
    return *p + *q;
}

int main(void) {
    int x = 0;
    return add(&x, &x) < 0;
}
