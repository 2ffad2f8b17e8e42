// 7.24.1p2, 7.1.4p1: memset writes after the end of the array
#include <string.h>

int main(void) {
    int a[5];
    memset(a, 0, 5 * sizeof(long)); // undefined: out-of-bounds
    return a[4];
}
