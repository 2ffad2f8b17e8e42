// 7.24.1p2, 7.1.4p1: a null pointer is not a string
#include <string.h>

int main(void) {
    char *s = NULL;
    return strlen(s) != 0; // undefined: library-argument
}
