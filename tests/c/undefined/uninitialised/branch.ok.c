// 6.7.9p10: a static x is 0
int main(void) {
    static int x;
    if (x) return 0;
    return 0;
}
