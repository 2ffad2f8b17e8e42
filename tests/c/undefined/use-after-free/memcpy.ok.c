// 7.22.3p1: it reads it before
#include <stdlib.h>
#include <string.h>

int main(void) {
    char to[8];
    char *p = calloc(1, sizeof to);
    if (!p) return 0;
    memcpy(to, p, sizeof to);
    free(p);
    return to[7];
}
