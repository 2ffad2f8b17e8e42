// 7.8.2.1p2: one more is
#include <inttypes.h>

int main(void) {
    volatile intmax_t n = INTMAX_MIN + 1;
    return imaxabs(n) != INTMAX_MAX;
}
