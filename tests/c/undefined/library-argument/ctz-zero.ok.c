// GNU C: any one bit ends them
int main(void) {
    volatile unsigned long x = 1ul << 40;
    return __builtin_ctzl(x) != 40;
}
