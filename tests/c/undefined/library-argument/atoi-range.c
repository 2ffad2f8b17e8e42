// 7.22.1p1: the value is not representable in int
#include <limits.h>
#include <stdlib.h>

int main(void) {
    const char *s = "99999999999999999999";
    return atoi(s) == 77; // undefined: library-argument
}
