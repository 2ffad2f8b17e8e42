// GNU C: of 0 the number of leading zeros is undefined
int main(void) {
    volatile unsigned x = 0;
    return __builtin_clz(x) == 77; // undefined: library-argument
}
