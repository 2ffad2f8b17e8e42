// 6.5.6p8: an integer may be added before the conversion
#include <stdint.h>

int main(void) {
    char *p = 0;
    uintptr_t n = (uintptr_t)p + 1;
    return n == 0;
}
