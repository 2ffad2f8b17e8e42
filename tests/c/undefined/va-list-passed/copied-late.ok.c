// 7.16p3: copied before it is passed
#include <stdarg.h>

static int add(int n, va_list ap) {
    int s = 0;
    while (n-- > 0) s += va_arg(ap, int);
    return s;
}

static int both(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    int s = add(n, ap);
    s -= add(n, again);
    va_end(again);
    va_end(ap);
    return s;
}

int main(void) {
    return both(2, 3, 4) == 77;
}
