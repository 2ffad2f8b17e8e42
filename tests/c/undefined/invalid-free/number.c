// 7.22.3.3p2: a number that no allocation gave
#include <stdlib.h>

int main(void) {
    free((void *)64); // undefined: invalid-free
    return 0;
}
