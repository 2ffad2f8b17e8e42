// 7.16.1.1p2: int * and char * are not compatible
#include <stdarg.h>

static int take(int n, ...) {
    va_list ap;
    va_start(ap, n);
    char *s = va_arg(ap, char *); // undefined: va-arg
    va_end(ap);
    return *s;
}

int main(void) {
    int x = 0;
    return take(1, &x);
}
