// GNU C: of 1 it is one less than the width
int main(void) {
    volatile unsigned x = 1;
    return __builtin_clz(x) != 31;
}
