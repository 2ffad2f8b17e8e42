// 6.5.5p6: INT_MIN / -1 is not representable
#include <limits.h>

int main(void) {
    int n = INT_MIN;
    int d = -1;
    int q = n / d; // undefined: division-overflow
    return q == 0;
}
