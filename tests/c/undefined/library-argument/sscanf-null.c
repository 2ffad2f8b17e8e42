// 7.1.4p1: the text is a null pointer
#include <stdio.h>

int main(void) {
    int n = 0;
    const char *volatile s = 0;
    return sscanf(s, "%d", &n) == 77; // undefined: library-argument
}
