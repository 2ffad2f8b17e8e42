// 6.5.6p8: a null pointer points into no array
#include <stdint.h>

int main(void) {
    char *p = 0;
    p = p + 1; // undefined: pointer-arithmetic
    return p == 0;
}
