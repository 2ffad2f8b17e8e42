// 6.5.5p6: the quotient INT_MIN / -1 is not representable, so neither is % defined
#include <limits.h>

int main(void) {
    int n = INT_MIN, d = -1;
    return n % d; // undefined: division-overflow
}
