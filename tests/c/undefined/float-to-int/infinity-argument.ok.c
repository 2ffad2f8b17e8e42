// 6.3.1.4p1: FLT_MAX does not fit, but 2^62 does
#include <math.h>

static int low(long long n) {
    return (int)(n & 1);
}

int main(void) {
    float f = 4611686018427387904.0f;
    return low(f);
}
