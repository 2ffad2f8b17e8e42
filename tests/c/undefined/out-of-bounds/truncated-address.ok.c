// 6.3.2.3p5: intptr_t does
#include <stdint.h>

int main(void) {
    static int x = 1;
    intptr_t number = (intptr_t)&x;
    int *p = (int *)number;
    return *p != 1;
}
