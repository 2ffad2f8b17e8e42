// 7.22.6.1p2: the absolute value of LLONG_MIN is not representable
#include <limits.h>
#include <stdlib.h>

int main(void) {
    long long n = LLONG_MIN;
    return llabs(n) == 77; // undefined: abs-overflow
}
