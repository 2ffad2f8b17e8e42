// 6.7.3.1p4: r is not based on p, and the block of p is not over
int main(void) {
    int x = 0, *r = &x;
    int *restrict p = &x;
    *p = 1;
    *r = 2; // undefined: restrict
    return x != 2;
}
