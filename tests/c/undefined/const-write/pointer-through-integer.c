// 6.7.3p6: the const object is reached through a pointer kept as an integer
#include <stdint.h>

static const short limit = 7;

int main(void) {
    uintptr_t n = (uintptr_t)&limit;
    ++*(short *)n; // undefined: const-write
    return limit != 8;
}
