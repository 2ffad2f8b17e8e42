// 7.1.4p1: the stream is a null pointer
#include <stdio.h>

int main(void) {
    FILE *volatile f = 0;
    return fputs("", f) == 77; // undefined: library-argument
}
