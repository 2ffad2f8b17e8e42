// 6.5.6p9: two places of one
#include <stdlib.h>

int main(void) {
    char *p = malloc(8), *q = malloc(8);
    if (!p || !q) return 0;
    int r = (q + 8) - q != 8;
    free(p);
    free(q);
    return r;
}
