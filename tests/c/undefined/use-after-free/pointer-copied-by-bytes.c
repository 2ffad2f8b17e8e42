// 6.2.6.1p4, 7.22.3p1: a copy of the pointer's bytes is the same pointer, and dead with it
#include <stdlib.h>

int main(void) {
    int *p = calloc(1, sizeof *p), *q;
    int r = 0;
    if (!p) return 0;
    for (unsigned i = 0; i < sizeof p; i++)
        ((unsigned char *)&q)[i] = ((unsigned char *)&p)[i];
    free(p);
    r = *q; // undefined: use-after-free
    return r;
}
