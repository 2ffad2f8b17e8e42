// 6.7.6.2p5: the size is negative
static int f(int n) {
    char s[n - 3]; // undefined: vla-size
    s[0] = 0;
    return s[0];
}

int main(void) {
    return f(2);
}
