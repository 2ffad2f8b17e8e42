// 6.2.4p2: a pointer to the pointer is not
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof *p);
    if (!p) return 0;
    int **middle = &p;
    free(p);
    return !middle;
}
