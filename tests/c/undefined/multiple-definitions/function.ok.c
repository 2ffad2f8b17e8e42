// 6.7.4p7: an inline definition is no external one
inline int twice(int n) {
    return n * 2;
}

int main(void) {
    return twice(2) != 4;
}
