// 6.5.16.2p3: x >>= 16 twice is defined, x >>= 32 is not
int main(void) {
    unsigned short x = 0xffff;
    int n = 32;
    x >>= n; // undefined: shift-count
    return x;
}
