// 6.5.6p8: the pointer comes from an integer, its array is still of two
#include <stdint.h>

int main(void) {
    int a[2] = {1, 0};
    uintptr_t n = (uintptr_t)&a[0];
    int *p = (int *)n;
    return p[3]; // undefined: out-of-bounds
}
