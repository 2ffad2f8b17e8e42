// 7.22.3p1: read before free
#include <stdlib.h>

int main(void) {
    int r = 0, *p = calloc(1, sizeof *p);
    if (!p) return 0;
    r = *p;
    free(p);
    return r;
}
