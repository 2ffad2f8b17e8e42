// 7.22.6.2p3: that of LONG_MAX is
#include <limits.h>
#include <stdlib.h>

int main(void) {
    volatile long by = -1;
    return ldiv(LONG_MAX, by).quot != -LONG_MAX;
}
