// 6.5.3.1p3, 6.5p5: --x subtracts 1 in type long long
#include <limits.h>

int main(void) {
    long long x = LLONG_MIN;
    --x; // undefined: signed-overflow
    return x == 0;
}
