// 7.16.1.1p2: 1 is representable in both int and unsigned
#include <stdarg.h>

static int take(int n, ...) {
    va_list ap;
    va_start(ap, n);
    unsigned v = va_arg(ap, unsigned);
    va_end(ap);
    return v == 77;
}

int main(void) {
    return take(1, 1);
}
