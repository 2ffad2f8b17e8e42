// 7.22.6.1p2: llabs of INT_MIN is computed in long long
#include <limits.h>
#include <stdlib.h>

int main(void) {
    long long n = INT_MIN;
    return llabs(n) != 2147483648LL;
}
