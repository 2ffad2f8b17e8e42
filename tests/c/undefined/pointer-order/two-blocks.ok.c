// 6.5.8p5: within one, the order of the elements
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p * 2), *q = malloc(sizeof *q * 2);
    if (!p || !q) return 0;
    int r = p + 1 <= p || q > q + 2;
    free(p);
    free(q);
    return r & 0;
}
