// 7.24.1p2: even for no bytes the pointer must be valid
#include <string.h>

int main(void) {
    const void *volatile p = 0;
    return memchr(p, 1, 0) != 0; // undefined: library-argument
}
