// 6.2.4p2: a pointer into the middle of the block is dead with it
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof *p);
    if (!p) return 0;
    int *middle = p + 2;
    free(p);
    return !middle; // undefined: dangling-pointer
}
