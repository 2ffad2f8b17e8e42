// 6.5.3.1p3: --x reaches LLONG_MIN, the edge
#include <limits.h>

int main(void) {
    long long x = LLONG_MIN + 1;
    --x;
    return x != LLONG_MIN;
}
