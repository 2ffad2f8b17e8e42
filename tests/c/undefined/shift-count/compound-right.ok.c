// 6.5.7p3: a 16-bit operand is promoted, so 16 is in range
int main(void) {
    unsigned short x = 0xffff;
    int n = 16;
    x >>= n;
    return x;
}
