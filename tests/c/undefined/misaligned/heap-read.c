// 6.3.2.3p7: malloc's pointer plus one
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = calloc(2, sizeof(int));
    int n = 0;
    if (!p) return 0;
    n = *(int *)(p + 1); // undefined: misaligned
    free(p);
    return n;
}
