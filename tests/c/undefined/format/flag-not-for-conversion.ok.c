// output: 0x7b 07b
// 7.21.6.1p6: # and 0 are for x
#include <stdio.h>

int main(void) {
    unsigned n = 123;
    printf("%#x %03x\n", n, n);
    return 0;
}
