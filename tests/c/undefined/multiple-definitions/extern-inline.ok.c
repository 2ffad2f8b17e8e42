// 6.7.4p7: each declaration says inline, and none extern
inline int half(int n) {
    return n / 2;
}

inline int half(int n);

int main(void) {
    return half(4) != 2;
}
