// 7.22.6.1p2: the argument converts to INT_MIN, implementation-defined so far
#include <stdlib.h>

int main(void) {
    long long n = 0x80000000LL;
    return abs(n) == 77; // undefined: abs-overflow
}
