// 6.3.2.3p7: the address is off by half of what double wants
#include <stdlib.h>

int main(void) {
    char *p = calloc(4, 8);
    if (!p) return 0;
    double *d = (double *)(p + _Alignof(double) / 2); // undefined: misaligned
    int r = d == 0;
    free(p);
    return r;
}
