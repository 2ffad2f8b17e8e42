// 6.5.16.2p3, 6.5.5p6: LLONG_MIN /= -1
#include <limits.h>

int main(void) {
    long long n = LLONG_MIN;
    int d = -1;
    n /= d; // undefined: division-overflow
    return n == 0;
}
