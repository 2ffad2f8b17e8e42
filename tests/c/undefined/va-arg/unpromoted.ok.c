// 6.5.2.2p7: a short argument arrives as int
#include <stdarg.h>

static int take(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int v = va_arg(ap, int);
    va_end(ap);
    return v;
}

int main(void) {
    short s = 0;
    return take(1, s);
}
