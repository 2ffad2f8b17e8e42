// 6.3.1.4p1: (double)LLONG_MAX rounds up to 2^63, which does not fit back
#include <limits.h>

int main(void) {
    double d = LLONG_MAX;
    long long n = d; // undefined: float-to-int
    return n == 0;
}
