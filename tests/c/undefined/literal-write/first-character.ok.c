// 6.7.9p14: an array initialised by a literal is the program's own
int main(void) {
    char s[] = "abc";
    s[0] = 'x';
    return s[1] != 'b';
}
