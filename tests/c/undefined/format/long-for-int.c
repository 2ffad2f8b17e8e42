// 7.21.6.1p9: %d with a long
#include <stdio.h>

int main(void) {
    long n = 5;
    printf("%d\n", n); // undefined: format
    return 0;
}
