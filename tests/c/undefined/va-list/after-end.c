// 7.16.1.1p2: va_arg after va_end
#include <stdarg.h>

static int sum(int n, ...) {
    int s = 0;
    va_list ap;
    va_start(ap, n);
    while (n-- > 1) s += va_arg(ap, int);
    va_end(ap);
    s += va_arg(ap, int); // undefined: va-list
    return s;
}

int main(void) {
    return sum(2, 3, 4) == 77;
}
