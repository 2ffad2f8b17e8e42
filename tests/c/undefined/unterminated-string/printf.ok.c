// output: xy
// 7.21.6.1p8: with one that is not larger than the array it does not
#include <stdio.h>

int main(void) {
    char s[2] = {'x', 'y'};
    printf("%.2s\n", s);
    return 0;
}
