// 7.20.1.4: an integer made from it in time stays what it is
#include <stdint.h>
#include <stdlib.h>

static int is(uintptr_t n) {
    return n != 0;
}

int main(void) {
    void *p = malloc(3);
    if (!p) return 0;
    uintptr_t n = (uintptr_t)p;
    free(p);
    return is(n) == 2;
}
