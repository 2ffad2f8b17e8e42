// 6.5p6: and int with it; a store of another type then replaces it
#include <stdlib.h>
#include <string.h>

int main(void) {
    int from = 0;
    void *p = malloc(sizeof from);
    int r;
    if (!p) return 0;
    memcpy(p, &from, sizeof from);
    r = *(int *)p;
    *(float *)p = 1;
    r += *(float *)p != 1;
    free(p);
    return r;
}
