// 7.16.1.1p2: only the named argument was given
#include <stdarg.h>

static int count(int n, ...) {
    int last = n;
    va_list ap;
    va_start(ap, n);
    do last = va_arg(ap, int); while (--n > 0); // undefined: va-arg
    va_end(ap);
    return last & 0;
}

int main(void) {
    return count(0);
}
