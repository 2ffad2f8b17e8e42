// 6.4.5p6: "abc" has four characters
int main(void) {
    const char *s = "abc";
    return s[5] != 'x' ? 0 : 1; // undefined: out-of-bounds
}
