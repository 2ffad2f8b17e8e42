// 6.5.7p3: the count is 200, converted to unsigned it is no smaller
int main(void) {
    unsigned char n = 200;
    unsigned long long x = 256;
    x >>= n; // undefined: shift-count
    return x != 1;
}
