// 7.22.3.5: the offset is kept instead
#include <stdlib.h>

int main(void) {
    char *p = malloc(4), *q;
    if (!p) return 0;
    char *end = p + 4;
    long used = end - p;
    q = realloc(p, 8);
    if (!q) return 0;
    int r = (q + used) - q != 4;
    free(q);
    return r;
}
