// 6.5p6: the block was last stored as int, and is read as unsigned short
#include <stdlib.h>

int main(void) {
    int r;
    void *p = malloc(sizeof(int));
    if (!p) return 0;
    *(int *)p = 0;
    r = *(unsigned short *)p; // undefined: effective-type
    free(p);
    return r;
}
