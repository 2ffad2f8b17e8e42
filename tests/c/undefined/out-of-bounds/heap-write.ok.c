// 7.22.3.4: the block has room for five
#include <stdlib.h>

int main(void) {
    int *p = malloc(5 * sizeof *p);
    if (!p) return 0;
    p[4] = 1;
    free(p);
    return 0;
}
