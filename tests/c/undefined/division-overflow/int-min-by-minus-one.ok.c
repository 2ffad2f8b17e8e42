// 6.5.5p6: INT_MIN / 1 is, and (INT_MIN + 1) / -1
#include <limits.h>

int main(void) {
    int n = INT_MIN;
    int d = 1;
    int q = n / d;
    return q != INT_MIN || (n + 1) / -d != INT_MAX;
}
