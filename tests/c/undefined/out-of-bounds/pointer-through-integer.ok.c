// 6.3.2.3p5, 7.20.1.4: an integer made from a pointer converts back to it
#include <stdint.h>

int main(void) {
    int a[2] = {1, 0};
    uintptr_t n = (uintptr_t)&a[0];
    int *p = (int *)n;
    return p[1];
}
