// 6.5p6: memcpy into allocated memory brings the effective type float with it
#include <stdlib.h>
#include <string.h>

int main(void) {
    float from = 0;
    void *p = malloc(sizeof from);
    int r;
    if (!p) return 0;
    memcpy(p, &from, sizeof from);
    r = *(int *)p; // undefined: effective-type
    free(p);
    return r;
}
