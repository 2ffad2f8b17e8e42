// 7.22.3p1: the lifetime of the block ended with free
#include <stdlib.h>

int main(void) {
    int r = 0, *p = calloc(1, sizeof *p);
    if (!p) return 0;
    free(p);
    r = *p; // undefined: use-after-free
    return r;
}
