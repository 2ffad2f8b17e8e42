// 6.5.7p3: masked, it is 8
int main(void) {
    unsigned char n = 200;
    unsigned long long x = 256;
    x >>= n & 63;
    return x != 1;
}
