// 7.4p1: 255 is, and EOF is allowed
#include <ctype.h>
#include <stdio.h>

int main(void) {
    int c = 255;
    return isdigit(c) || isdigit(EOF);
}
