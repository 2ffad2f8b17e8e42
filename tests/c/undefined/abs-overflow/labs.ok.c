// 7.22.6.1p2: that of LONG_MAX is, and of 0
#include <limits.h>
#include <stdlib.h>

int main(void) {
    long n = LONG_MAX;
    return labs(n) != LONG_MAX || labs(0) != 0;
}
