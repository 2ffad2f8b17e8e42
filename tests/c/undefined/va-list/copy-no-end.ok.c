// 7.16.1p1: each has its own va_end
#include <stdarg.h>

static void twice(int *sum, ...) {
    va_list ap, again;
    va_start(ap, sum);
    va_copy(again, ap);
    *sum = va_arg(ap, int) + *sum;
    *sum = va_arg(again, int) + *sum;
    va_end(again);
    va_end(ap);
}

int main(void) {
    int sum = 0;
    twice(&sum, 3);
    return sum != 6;
}
