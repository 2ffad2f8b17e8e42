// 7.21.6.1p2: fewer arguments than the format wants
#include <stdio.h>

int main(void) {
    printf("%d %d\n", 1); // undefined: format
    return 0;
}
