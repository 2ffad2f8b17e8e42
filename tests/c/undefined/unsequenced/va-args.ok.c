// 6.5p2, 7.16.1.1p2: two lists
#include <stdarg.h>

static int minus(int n, ...) {
    va_list ap, other;
    va_start(ap, n);
    va_copy(other, ap);
    int r = va_arg(ap, int) - va_arg(other, int);
    va_end(other);
    va_end(ap);
    return r;
}

int main(void) {
    return minus(2, 5, 4) == 77;
}
