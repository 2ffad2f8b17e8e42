// 6.3.1.4p1: 2^63 fits unsigned long long
#include <limits.h>

int main(void) {
    double d = LLONG_MAX;
    unsigned long long n = d;
    return n != 1ull << 63;
}
