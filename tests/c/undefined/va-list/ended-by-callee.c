// 7.16.1p1: va_end stands in another function than va_start
#include <stdarg.h>

static int last(int n, va_list ap) {
    int v = 0;
    while (n-- > 0) v = va_arg(ap, int);
    va_end(ap); // undefined: va-list
    return v;
}

static int pick(int n, ...) {
    va_list ap;
    va_start(ap, n);
    return last(n, ap);
}

int main(void) {
    return pick(3, 5, 6, 0);
}
