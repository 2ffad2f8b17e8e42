// 6.5.5p6: in long long the quotient is representable
#include <limits.h>

int main(void) {
    int n = INT_MIN, d = -1;
    return (long long)n % d != 0;
}
