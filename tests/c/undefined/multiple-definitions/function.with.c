// 6.9p5: a definition, for both
int twice(int n) {
    return n * 2;
}
