// 6.7.6.3p9: with the ellipsis it is
int sprintf(char *, const char *, ...);

int main(void) {
    char text[4];
    return sprintf(text, "%d", 7) != 1;
}
