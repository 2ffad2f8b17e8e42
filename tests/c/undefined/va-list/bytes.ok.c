// 7.16.1.2p2: va_copy makes a list of its own
#include <stdarg.h>
#include <string.h>

static int twice(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    int s = va_arg(ap, int);
    s -= va_arg(again, int);
    va_end(again);
    va_end(ap);
    return s;
}

int main(void) {
    return twice(1, 3);
}
