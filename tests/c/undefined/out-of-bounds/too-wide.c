// 6.5p7, 6.5.6p8: an int does not fit into two allocated bytes
#include <stdlib.h>

int main(void) {
    void *p = malloc(2);
    if (!p) return 0;
    *(int *)p = 0; // undefined: out-of-bounds
    free(p);
    return 0;
}
