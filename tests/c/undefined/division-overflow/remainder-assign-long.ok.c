// 6.5.5p6: (LONG_MIN + 1) % -1 is 0
#include <limits.h>

static long reduce(long n, long m) {
    n %= m;
    return n;
}

int main(void) {
    return reduce(LONG_MIN + 1, -1) != 0;
}
