// 6.7.3.1p8: d reads what was written through p as the regions overlap
static void copy(int n, int *restrict p, int *restrict q) {
    while (n-- > 0) *p++ = *q++; // undefined: restrict
}

int main(void) {
    int d[100] = {0};
    copy(50, d + 1, d);
    return d[1];
}
