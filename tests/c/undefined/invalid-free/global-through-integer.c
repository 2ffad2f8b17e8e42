// 7.22.3.3p2: the address of a global
#include <stdint.h>
#include <stdlib.h>

static int global;

int main(void) {
    uintptr_t n = (uintptr_t)&global;
    free((void *)n); // undefined: invalid-free
    return global;
}
