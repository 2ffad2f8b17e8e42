// output: -1 255 3
// 7.21.6.1p7: hh takes a promoted int and converts it to char
#include <stdio.h>

int main(void) {
    printf("%hhd %hhu %hhd\n", -1, 255, 259);
    return 0;
}
