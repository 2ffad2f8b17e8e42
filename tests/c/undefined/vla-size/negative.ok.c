// 6.7.6.2p5: the expression as a whole counts
static int f(int n) {
    char s[3 - n];
    s[0] = 0;
    return s[0];
}

int main(void) {
    return f(2);
}
