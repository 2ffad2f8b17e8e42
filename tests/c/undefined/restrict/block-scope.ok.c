// 6.7.3.1p4: q is based on p
int main(void) {
    int a[2] = {0, 0};
    {
        int *restrict p = a;
        p[0] = 1;
        int *q = p;
        q[0] = 2;
    }
    return a[1];
}
