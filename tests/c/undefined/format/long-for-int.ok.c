// output: 5
// 7.21.6.1p7: %ld with a long
#include <stdio.h>

int main(void) {
    long n = 5;
    printf("%ld\n", n);
    return 0;
}
