// 7.16.1.2p3: the list is ended first
#include <stdarg.h>

static int sum(int n, ...) {
    int s = 0;
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    for (int i = 0; i < n; i++) s += va_arg(ap, int);
    va_end(ap);
    va_copy(ap, again);
    for (int i = 0; i < n; i++) s += va_arg(ap, int);
    va_end(again);
    va_end(ap);
    return s;
}

int main(void) {
    return sum(2, 3, 4) != 14;
}
