// 6.7.3.1p2: it is over
int main(void) {
    int x = 0, *r = &x;
    {
        int *restrict p = &x;
        *p = 1;
    }
    *r = 2;
    return x != 2;
}
