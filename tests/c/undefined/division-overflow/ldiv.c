// 7.22.6.2p3: the quotient is not representable
#include <limits.h>
#include <stdlib.h>

int main(void) {
    volatile long by = -1;
    return ldiv(LONG_MIN, by).rem == 77; // undefined: division-overflow
}
