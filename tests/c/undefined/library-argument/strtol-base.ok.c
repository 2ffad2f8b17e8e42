// 7.22.1.4p3: 36 is one
#include <stdlib.h>

int main(void) {
    volatile int base = 36;
    return strtol("10", NULL, base) != 36;
}
