// 6.2.4p2: passing the pointer uses its value
#include <stdint.h>
#include <stdlib.h>

static int is(void *p) {
    return p != 0;
}

int main(void) {
    void *p = malloc(3);
    if (!p) return 0;
    free(p);
    return is(p) == 2; // undefined: dangling-pointer
}
