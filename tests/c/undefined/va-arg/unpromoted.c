// 7.16.1.1p2: no argument has type short after the promotions
#include <stdarg.h>

static int take(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int v = va_arg(ap, short); // undefined: va-arg
    va_end(ap);
    return v;
}

int main(void) {
    short s = 0;
    return take(1, s);
}
