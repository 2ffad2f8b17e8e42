// 6.5.7p3: masking the counts keeps both in range
static unsigned rotate(unsigned x, unsigned n) {
    return x << (n & 31) | x >> (-n & 31);
}

int main(void) {
    return rotate(0x1234u, 0) != 0x1234u;
}
