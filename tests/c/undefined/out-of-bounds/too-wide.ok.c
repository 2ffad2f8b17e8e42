// 6.5p6: a short does, whatever type the block is written with first
#include <stdlib.h>

int main(void) {
    void *p = malloc(2);
    if (!p) return 0;
    *(short *)p = 0;
    free(p);
    return 0;
}
