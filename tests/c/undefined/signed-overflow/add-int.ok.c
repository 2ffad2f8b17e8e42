// 6.5p5: INT_MAX - 1 + 1 is the largest representable sum
#include <limits.h>

int main(void) {
    int x = INT_MAX - 1;
    int y = x + 1;
    return y != INT_MAX;
}
