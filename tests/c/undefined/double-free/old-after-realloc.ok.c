// 7.22.3.5p4: when realloc fails the old block is still there
#include <stdlib.h>

int main(void) {
    void *p = malloc(16);
    if (!p) return 0;
    void *q = realloc(p, 4096);
    if (!q) free(p);
    free(q);
    return 0;
}
