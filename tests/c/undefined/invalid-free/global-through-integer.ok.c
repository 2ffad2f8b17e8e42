// 7.22.3p1: through another type and back it is still what malloc returned
#include <stdint.h>
#include <stdlib.h>

static int global;

int main(void) {
    uintptr_t n = (uintptr_t)malloc(sizeof global);
    free((void *)n);
    return global;
}
