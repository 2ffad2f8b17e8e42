// 7.21.6.1p9: a % that no conversion follows
#include <stdio.h>

int main(void) {
    printf("50%"); // undefined: format
    return 0;
}
