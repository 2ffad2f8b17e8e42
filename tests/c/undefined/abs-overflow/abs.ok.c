// 7.22.6.1p2: that of INT_MIN + 1 is
#include <limits.h>
#include <stdlib.h>

int main(void) {
    int n = INT_MIN + 1;
    return abs(n) != INT_MAX;
}
