// 7.22.1.4p3: a base is 0, or from 2 to 36
#include <stdlib.h>

int main(void) {
    volatile int base = 37;
    return strtol("10", NULL, base) == 77; // undefined: library-argument
}
