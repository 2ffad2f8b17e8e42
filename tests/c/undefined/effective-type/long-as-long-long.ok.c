// 6.5p7: the unsigned type corresponding to the effective type is allowed
#include <stdlib.h>

int main(void) {
    long long *p = malloc(sizeof(long long));
    int r;
    if (!p) return 0;
    *p = 0;
    r = *(unsigned long long *)p != 0;
    free(p);
    return r;
}
