// 6.5p5: the negation of INT_MIN is not representable in int
#include <limits.h>

int main(void) {
    int x = INT_MIN;
    int y = -x; // undefined: signed-overflow
    return y == 0;
}
