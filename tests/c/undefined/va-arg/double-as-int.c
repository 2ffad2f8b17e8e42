// 7.16.1.1p2: a float argument is promoted to double
#include <stdarg.h>

static int take(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int v = va_arg(ap, int); // undefined: va-arg
    va_end(ap);
    return v == 77;
}

int main(void) {
    return take(1, 2.5f);
}
