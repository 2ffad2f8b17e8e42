// 6.4.5p7: the array of a string literal is modified
int main(void) {
    char *s = "abc";
    s[0] = 'x'; // undefined: literal-write
    return s[1] != 'b';
}
