// 6.7.3.1p11: of an inner block it may be
int main(void) {
    int x = 0;
    int *restrict p = &x;
    {
        int *restrict q = p;
        *q = 1;
    }
    return *p != 1;
}
