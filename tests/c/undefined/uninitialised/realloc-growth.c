// 7.22.3.5p2: bytes beyond the old size have indeterminate values
#include <stdlib.h>

int main(void) {
    char *p = calloc(4, 1), *q;
    if (!p) return 0;
    q = realloc(p, 64);
    if (!q) return 0;
    int r = q[40] ? 1 : 0; // undefined: uninitialised
    free(q);
    return r;
}
