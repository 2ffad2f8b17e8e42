// 6.5.2.2p10: arguments are evaluated in no order, and both change the list
#include <stdarg.h>

static int minus(int a, int b) {
    return a - b;
}

static int apply(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = minus(va_arg(ap, int), va_arg(ap, int)); // undefined: unsequenced
    va_end(ap);
    return r;
}

int main(void) {
    return apply(2, 5, 4) == 77;
}
