// 6.5.2.2p10: one after the other
#include <stdarg.h>

static int minus(int a, int b) {
    return a - b;
}

static int apply(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int first = va_arg(ap, int);
    int r = minus(first, va_arg(ap, int));
    va_end(ap);
    return r;
}

int main(void) {
    return apply(2, 5, 4) == 77;
}
