// 6.5p6: each store gives the block a new type
#include <stdlib.h>

int main(void) {
    int r;
    void *p = malloc(sizeof(int));
    if (!p) return 0;
    *(int *)p = 0;
    *(unsigned short *)p = 0;
    r = *(unsigned short *)p;
    free(p);
    return r;
}
