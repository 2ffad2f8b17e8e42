// 7.22.3p1: a library function reads the freed block
#include <stdlib.h>
#include <string.h>

int main(void) {
    char to[8];
    char *p = calloc(1, sizeof to);
    if (!p) return 0;
    free(p);
    memcpy(to, p, sizeof to); // undefined: use-after-free
    return to[7];
}
