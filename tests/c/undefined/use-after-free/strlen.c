// 7.22.3p1: the string is gone
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = strdup("abc");
    free(s);
    return strlen(s) == 77; // undefined: use-after-free
}
