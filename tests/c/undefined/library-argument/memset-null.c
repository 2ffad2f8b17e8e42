// 7.24.1p2: memset at a null pointer
#include <stdlib.h>
#include <string.h>

int main(void) {
    void *p = NULL;
    memset(p, 0, 4); // undefined: library-argument
    free(p);
    return 0;
}
