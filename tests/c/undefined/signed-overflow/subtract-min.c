// 6.5p5: 0 - INT_MIN is not representable in int
#include <limits.h>

static int difference(int a, int b) {
    return a - b; // undefined: signed-overflow
}

int main(void) {
    return difference(0, INT_MIN) == 1;
}
