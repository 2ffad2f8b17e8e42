// 6.4.5p6: the fourth is the null character
int main(void) {
    const char *s = "abc";
    return s[3];
}
