// 7.16.1.3p2: the function returns early and does not end the list
#include <stdarg.h>

static int first(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int v = va_arg(ap, int);
    if (v < 0)
        return -1; // undefined: va-list
    va_end(ap);
    return v;
}

int main(void) {
    return first(1, 7) + first(1, -7) == 77;
}
