// 7.16.1.1p2: and taken as double
#include <stdarg.h>

static int take(int n, ...) {
    va_list ap;
    va_start(ap, n);
    double v = va_arg(ap, double);
    va_end(ap);
    return v == 77;
}

int main(void) {
    return take(1, 2.5f);
}
