// 7.21.6.1p9, 7.16.1.1p2: %u with a negative int
#include <stdio.h>

int main(void) {
    int n = -7;
    printf("%u\n", n); // undefined: format
    return 0;
}
