// 7.22.3.5p2: realloc ends the old object's lifetime, even where it does not move it
#include <stdlib.h>

int main(void) {
    char *p = malloc(4), *q;
    if (!p) return 0;
    char *end = p + 4;
    q = realloc(p, 8);
    if (!q) return 0;
    int r = end - p != 4; // undefined: dangling-pointer
    free(q);
    return r;
}
