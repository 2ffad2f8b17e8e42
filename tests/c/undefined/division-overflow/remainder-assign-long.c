// 6.5.5p6: LONG_MIN % -1
#include <limits.h>

static long reduce(long n, long m) {
    n %= m; // undefined: division-overflow
    return n;
}

int main(void) {
    return reduce(LONG_MIN, -1) != 0;
}
