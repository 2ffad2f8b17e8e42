// 6.7.6.3p15: qualifiers of a parameter do not count
static int set(int *const p) {
    *p = 0;
    return 0;
}

int main(void) {
    int x = 1;
    int (*f)(int *) = (int (*)(int *))set;
    int r = f(&x);
    return r | x;
}
