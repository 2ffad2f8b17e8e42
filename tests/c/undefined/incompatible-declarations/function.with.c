// 6.9p5: the definition, for both
int f(const int *n) {
    return n[1];
}
