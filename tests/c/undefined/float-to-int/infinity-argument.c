// 6.5.2.2p7, 6.3.1.4p1: the argument converts as by assignment
#include <math.h>

static int low(long long n) {
    return (int)(n & 1);
}

int main(void) {
    float f = INFINITY;
    return low(f); // undefined: float-to-int
}
