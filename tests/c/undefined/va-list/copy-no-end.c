// 7.16.1p1: the copy is not ended, only what it was made from
#include <stdarg.h>

static void twice(int *sum, ...) {
    va_list ap, again;
    va_start(ap, sum);
    va_copy(again, ap);
    *sum = va_arg(ap, int) + *sum;
    *sum = va_arg(again, int) + *sum;
    va_end(ap);
} // undefined: va-list

int main(void) {
    int sum = 0;
    twice(&sum, 3);
    return sum != 6;
}
