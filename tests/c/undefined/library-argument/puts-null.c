// 7.21.7.9p2, 7.1.4p1: puts of a null pointer
#include <stdio.h>

int main(void) {
    const char *s = 0;
    return puts(s) < 0; // undefined: library-argument
}
