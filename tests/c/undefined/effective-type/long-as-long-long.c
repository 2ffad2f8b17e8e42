// 6.5p7: long and long long are different types, same size or not
#include <stdlib.h>

int main(void) {
    long *p = malloc(sizeof(long long));
    int r;
    if (!p) return 0;
    *p = 0;
    r = *(long long *)p != 0; // undefined: effective-type
    free(p);
    return r;
}
