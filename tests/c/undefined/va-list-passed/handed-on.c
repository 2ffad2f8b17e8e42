// 7.16p3: middle hands its list to a function that takes from it, and goes on
#include <stdarg.h>

static int inner(va_list ap) {
    return va_arg(ap, int);
}

static int middle(va_list ap) {
    int s = va_arg(ap, int);
    s += inner(ap);
    return s + va_arg(ap, int); // undefined: va-list-passed
}

static int sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int s = middle(ap);
    va_end(ap);
    return s;
}

int main(void) {
    return sum(3, 1, 2, 3) == 77;
}
