// 7.1.4p1: the exponent is always stored
#include <math.h>

int main(void) {
    int *volatile p = 0;
    return frexp(1.0, p) == 77; // undefined: library-argument
}
