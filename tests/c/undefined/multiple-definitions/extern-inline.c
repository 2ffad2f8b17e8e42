// 6.7.4p7: with extern somewhere in the file, an inline function has an external definition
inline int half(int n) { // undefined: multiple-definitions
    return n / 2;
}

extern int half(int n);

int main(void) {
    return 0;
}
