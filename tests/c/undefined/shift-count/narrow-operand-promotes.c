// 6.5.7p3: the width of the promoted operand is 32, whatever the count's type
int main(void) {
    unsigned char c = 1;
    long long n = 1LL << 32;
    int r = c << n; // undefined: shift-count
    return r != 1 << 20;
}
