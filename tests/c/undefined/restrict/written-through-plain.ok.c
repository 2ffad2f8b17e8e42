// 6.7.3.1p4: modified through q before p's block is entered
static int f(const int *restrict p, int *q) {
    int a = *p;
    (void)q;
    return a;
}

int main(void) {
    int x = 0;
    x++;
    return f(&x, &x) != 1;
}
