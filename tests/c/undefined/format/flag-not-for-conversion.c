// 7.21.6.1p6: # is not for d
#include <stdio.h>

int main(void) {
    unsigned n = 123;
    printf("%#d\n", (int)n); // undefined: format
    return 0;
}
