// 7.1.4p1: the string is a null pointer
#include <stdio.h>

int main(void) {
    const char *volatile s = 0;
    return fputs(s, stdout) == 77; // undefined: library-argument
}
