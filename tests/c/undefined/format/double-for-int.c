// 7.21.6.1p9: %x with a double
#include <stdio.h>

int main(void) {
    float f = 2.5f;
    printf("%x\n", f); // undefined: format
    return 0;
}
