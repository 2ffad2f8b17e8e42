// 7.22.3.3p2: the pointer was stepped since malloc returned it
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof *p);
    if (!p) return 0;
    *p++ = 1;
    free(p); // undefined: invalid-free
    return 0;
}
