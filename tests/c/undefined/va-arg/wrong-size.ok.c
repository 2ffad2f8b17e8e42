// 7.16.1.1p2: the argument is a long
#include <stdarg.h>

static int take(int n, ...) {
    va_list ap;
    va_start(ap, n);
    long v = va_arg(ap, long);
    va_end(ap);
    return v == 77;
}

int main(void) {
    return take(1, 5L);
}
