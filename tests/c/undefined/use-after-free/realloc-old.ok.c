// 7.22.3.5p2: its contents are in the new one
#include <stdlib.h>

int main(void) {
    int r, *q, *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = 4;
    q = realloc(p, 1000 * sizeof *p);
    if (!q) return 0;
    r = *q;
    free(q);
    return r != 4;
}
