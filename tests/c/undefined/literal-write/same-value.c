// 6.4.5p7: writing the character that is there modifies as well (3.1 note 2)
int main(void) {
    char *s = "q";
    char c = s[0];
    s[0] = c; // undefined: literal-write
    return 0;
}
