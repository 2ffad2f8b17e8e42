// 6.3.1.8p1: an unsigned divisor converts both operands
#include <limits.h>

int main(void) {
    long long n = LLONG_MIN;
    unsigned long long d = -1;
    n /= d;
    return n != 0;
}
