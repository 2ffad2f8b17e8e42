// 7.22.6.1p2: the absolute value of LONG_MIN is not representable
#include <limits.h>
#include <stdlib.h>

int main(void) {
    long n = LONG_MIN;
    return labs(n) == 77; // undefined: abs-overflow
}
