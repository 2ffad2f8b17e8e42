// 6.3.2.3p5: an int does not hold an address of 64 bits, so what comes back points to nothing
#include <stdint.h>

int main(void) {
    static int x = 1;
    int number = (int)(intptr_t)&x;
    int *p = (int *)(intptr_t)number;
    return *p == 2; // undefined: out-of-bounds
}
