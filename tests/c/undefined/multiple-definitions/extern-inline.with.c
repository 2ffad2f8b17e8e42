// 6.7.4p7: an external definition, for both
extern inline int half(int n) {
    return n / 2;
}
