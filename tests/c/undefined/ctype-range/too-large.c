// 7.4p1: 256 is not representable as unsigned char
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c = 256;
    return isdigit(c) == 77; // undefined: ctype-range
}
