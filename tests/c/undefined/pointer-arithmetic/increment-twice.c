// 6.5.2.4p2, 6.5.6p8: the second ++ steps beyond one past the end
int main(void) {
    char s[2] = "a";
    char *p = s + 1;
    if (!*p++)
        ++p; // undefined: pointer-arithmetic
    return p == s;
}
