// 7.21.6.5p2: with size 0 it may be null, and the length is returned
#include <stdio.h>

int main(void) {
    char *s = NULL;
    return snprintf(s, 0, "%d", 1234) != 4;
}
