// 7.4p1: a negative value other than EOF
#include <ctype.h>

int main(void) {
    signed char c = -60;
    return (isalpha)(c) == 77; // undefined: ctype-range
}
