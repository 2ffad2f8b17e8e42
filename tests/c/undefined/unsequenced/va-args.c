// 6.5p2, 7.16.1.1p2: each va_arg changes the list
#include <stdarg.h>

static int minus(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = va_arg(ap, int) - va_arg(ap, int); // undefined: unsequenced
    va_end(ap);
    return r;
}

int main(void) {
    return minus(2, 5, 4) == 77;
}
