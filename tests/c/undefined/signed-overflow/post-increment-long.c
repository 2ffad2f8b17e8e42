// 6.5.2.4p2, 6.5p5: x++ adds 1 in type long, LONG_MAX + 1 is not representable
#include <limits.h>

int main(void) {
    long x = LONG_MAX;
    x++; // undefined: signed-overflow
    return x != 0;
}
