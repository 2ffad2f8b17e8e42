// 6.2.8p3: float's alignment is weaker
#include <stdlib.h>

int main(void) {
    char *p = calloc(4, 8);
    if (!p) return 0;
    float *d = (float *)(p + 4);
    int r = d[1] != 0;
    free(p);
    return r;
}
