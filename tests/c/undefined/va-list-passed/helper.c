// 7.16p3: after head took an argument, the list has no value in the caller
#include <stdarg.h>

static int head(va_list ap) {
    return va_arg(ap, int);
}

static int sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int s = head(ap);
    s += va_arg(ap, int); // undefined: va-list-passed
    va_end(ap);
    return s;
}

int main(void) {
    return sum(2, 3, 4) == 77;
}
