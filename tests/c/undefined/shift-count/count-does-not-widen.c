// 6.5.7p3: operands promote separately, so 1u << 40L shifts an unsigned int
int main(void) {
    long n = 40;
    unsigned long long r = 1u << n; // undefined: shift-count
    return r != 0x10000000000ull;
}
