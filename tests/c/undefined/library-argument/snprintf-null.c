// 7.21.6.5p2: a null buffer with a size that is not 0
#include <stdio.h>

int main(void) {
    char *s = NULL;
    return snprintf(s, 4, "%d", 1234) == 77; // undefined: library-argument
}
