// 6.5.6p9: two string literals
int main(void) {
    const char *s = "hello", *t = "world";
    return t - s == 0; // undefined: pointer-difference
}
