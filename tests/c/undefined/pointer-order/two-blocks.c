// 6.5.8p5: two allocations have no order
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p * 2), *q = malloc(sizeof *q * 2);
    if (!p || !q) return 0;
    int r = p <= q; // undefined: pointer-order
    free(p);
    free(q);
    return r & 0;
}
