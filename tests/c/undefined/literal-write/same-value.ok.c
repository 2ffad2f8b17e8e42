// 6.4.5p6: reading it does not
int main(void) {
    char *s = "q";
    char c = s[0];
    return s[0] != c;
}
