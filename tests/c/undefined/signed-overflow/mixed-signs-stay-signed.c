// 6.3.1.8p1: int - long long computes in long long, LLONG_MIN - 1 does not fit
#include <limits.h>

int main(void) {
    long long a = LLONG_MIN;
    int b = 1;
    return a - b > 0 ? 0 : 1; // undefined: signed-overflow
}
