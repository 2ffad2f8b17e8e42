// 7.22.3.4p2: the value of a malloc'd object is indeterminate
#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    int r = 0;
    if (!p) return 0;
    if (p[1] > 0) r = 1; // undefined: uninitialised
    free(p);
    return r & 0;
}
