// 6.5.6p8: the block has room for three ints
#include <stdlib.h>

int main(void) {
    int *p = malloc(3 * sizeof *p);
    if (!p) return 0;
    p[4] = 1; // undefined: out-of-bounds
    free(p);
    return 0;
}
