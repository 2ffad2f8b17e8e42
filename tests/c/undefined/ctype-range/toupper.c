// 7.4p1: a code point is not a character of <ctype.h>
#include <ctype.h>

int main(void) {
    int c = 0x3b1;
    return toupper(c) == 77; // undefined: ctype-range
}
