// 6.5.7p3: the left operand alone decides the width
int main(void) {
    long n = 40;
    unsigned long long r = 1ull << n;
    return r != 0x10000000000ull;
}
