// 7.8.2.1p2: the result is not representable
#include <inttypes.h>

int main(void) {
    volatile intmax_t n = INTMAX_MIN;
    return imaxabs(n) == 77; // undefined: abs-overflow
}
