// 7.21.6.1p9: there is no conversion %y
#include <stdio.h>

int main(void) {
    printf("100%y\n"); // undefined: format
    return 0;
}
