// 7.16.1.3p2: va_end of a list that was started on another path only
#include <stdarg.h>

static int sum(int n, ...) {
    int s = 0;
    va_list ap;
    if (n) {
        va_start(ap, n);
        s = va_arg(ap, int);
    }
    va_end(ap); // undefined: va-list
    return s;
}

int main(void) {
    return sum(1, 0) + sum(0);
}
