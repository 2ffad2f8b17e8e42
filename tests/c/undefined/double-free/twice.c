// 7.22.3.3p2: the block has been deallocated already
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    free(p);
    free(p); // undefined: double-free
    return 0;
}
