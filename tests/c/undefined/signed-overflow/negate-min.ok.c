// 6.5p5: the negation of INT_MIN + 1 is INT_MAX; 0u - x wraps (6.2.5p9)
#include <limits.h>

int main(void) {
    int x = INT_MIN;
    int y = -(x + 1);
    unsigned u = 0u - (unsigned)x;
    return y != INT_MAX || u != (unsigned)INT_MAX + 1u;
}
