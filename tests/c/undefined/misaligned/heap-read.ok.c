// 7.24.2.1p2: memcpy has no alignment to keep
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = calloc(2, sizeof(int));
    int n = 0;
    if (!p) return 0;
    memcpy(&n, p + 1, sizeof n);
    free(p);
    return n;
}
