// 7.16.1p1: whoever starts the list ends it
#include <stdarg.h>

static int last(int n, va_list ap) {
    int v = 0;
    while (n-- > 0) v = va_arg(ap, int);
    return v;
}

static int pick(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int v = last(n, ap);
    va_end(ap);
    return v;
}

int main(void) {
    return pick(3, 5, 6, 0);
}
