// 7.16.1.4p4: va_start and va_end without va_arg
#include <stdarg.h>

static int count(int n, ...) {
    int last = n;
    va_list ap;
    va_start(ap, n);
    while (n-- > 0) last = va_arg(ap, int);
    va_end(ap);
    return last & 0;
}

int main(void) {
    return count(0);
}
