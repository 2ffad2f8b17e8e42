// 6.7.3.1p7: disjoint parts of one array
static void copy(int n, int *restrict p, int *restrict q) {
    while (n-- > 0) *p++ = *q++;
}

int main(void) {
    int d[100] = {0};
    copy(50, d + 50, d);
    return d[1];
}
