// 6.5.6p8: p - 1 before the block, the "array from 1" trick
#include <stdlib.h>

int main(void) {
    int *block = malloc(4 * sizeof *block);
    if (!block) return 0;
    int *p = block - 1; // undefined: pointer-arithmetic
    p[1] = 0;
    free(block);
    return 0;
}
