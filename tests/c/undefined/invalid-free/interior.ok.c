// 6.5.6p8: stepped back, it is the same pointer
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof *p);
    if (!p) return 0;
    *p++ = 1;
    p--;
    free(p);
    return 0;
}
