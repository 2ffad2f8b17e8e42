// 7.22.3.3p2: realloc has freed the old block
#include <stdlib.h>

int main(void) {
    void *p = malloc(16);
    if (!p) return 0;
    void *q = realloc(p, 4096);
    if (q) free(p); // undefined: double-free
    free(q);
    return 0;
}
