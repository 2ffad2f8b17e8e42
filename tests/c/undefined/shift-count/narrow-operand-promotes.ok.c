// 6.5.7p3: unsigned char promotes to int, so a count of 20 is in range
int main(void) {
    unsigned char c = 1;
    long long n = 20;
    int r = c << n;
    return r != 1 << 20;
}
