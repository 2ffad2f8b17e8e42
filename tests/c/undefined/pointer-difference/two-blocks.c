// 6.5.6p9: two allocations
#include <stdlib.h>

int main(void) {
    char *p = malloc(8), *q = malloc(8);
    if (!p || !q) return 0;
    int r = q - p == 0; // undefined: pointer-difference
    free(p);
    free(q);
    return r;
}
