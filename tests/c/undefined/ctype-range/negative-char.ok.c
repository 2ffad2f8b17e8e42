// 7.4p1: the value as unsigned char
#include <ctype.h>

int main(void) {
    signed char c = -60;
    return (isalpha)((unsigned char)c) == 77;
}
