// 6.3.1.1p2: an unsigned bit-field of 31 bits promotes to int, so + 1 overflows
#include <limits.h>

struct s {
    unsigned b : 31;
};

int main(void) {
    struct s s;
    s.b = ~0u;
    return s.b + 1 < 0; // undefined: signed-overflow
}
