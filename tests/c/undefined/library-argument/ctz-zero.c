// GNU C: of 0 the number of trailing zeros is undefined
int main(void) {
    volatile unsigned long x = 0;
    return __builtin_ctzl(x) == 77; // undefined: library-argument
}
