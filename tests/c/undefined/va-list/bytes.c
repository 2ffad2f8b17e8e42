// 7.16.1.1p2: a copy of the bytes was initialised by neither va_start nor va_copy
#include <stdarg.h>
#include <string.h>

static int twice(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    memcpy(&again, &ap, sizeof ap);
    int s = va_arg(ap, int);
    s -= va_arg(again, int); // undefined: va-list
    va_end(ap);
    return s;
}

int main(void) {
    return twice(1, 3);
}
