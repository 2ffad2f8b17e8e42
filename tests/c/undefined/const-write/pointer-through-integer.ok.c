// 6.7.3p6: so is one that is not const
#include <stdint.h>

static short limit = 7;

int main(void) {
    uintptr_t n = (uintptr_t)&limit;
    ++*(short *)n;
    return limit != 8;
}
