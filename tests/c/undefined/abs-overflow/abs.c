// 7.22.6.1p2: the absolute value of INT_MIN is not representable
#include <limits.h>
#include <stdlib.h>

int main(void) {
    int n = INT_MIN;
    return abs(n) == 77; // undefined: abs-overflow
}
