// 6.5.6p7: and &x + 1 is one past it
int main(void) {
    int x = 0;
    int *p = &x;
    p += 1;
    return p == &x;
}
