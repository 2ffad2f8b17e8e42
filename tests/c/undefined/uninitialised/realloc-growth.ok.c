// 7.22.3.5p2: bytes up to the old size keep theirs
#include <stdlib.h>

int main(void) {
    char *p = calloc(4, 1), *q;
    if (!p) return 0;
    q = realloc(p, 64);
    if (!q) return 0;
    int r = q[3] ? 1 : 0;
    free(q);
    return r;
}
