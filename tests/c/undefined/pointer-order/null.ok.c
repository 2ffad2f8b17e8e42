// 6.5.8p5: an element and one past the last
int main(void) {
    int a[2], *p = a;
    int *q = a + 2;
    return p >= q;
}
