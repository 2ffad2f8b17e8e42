// 7.16p3: the list is copied when its value is gone already
#include <stdarg.h>

static int add(int n, va_list ap) {
    int s = 0;
    while (n-- > 0) s += va_arg(ap, int);
    return s;
}

static int both(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    int s = add(n, ap);
    va_copy(again, ap); // undefined: va-list-passed
    s -= add(n, again);
    va_end(again);
    va_end(ap);
    return s;
}

int main(void) {
    return both(2, 3, 4) == 77;
}
