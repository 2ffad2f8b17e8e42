// 7.16.1.1p2: void * and char * may be mixed
#include <stdarg.h>

static int take(int n, ...) {
    va_list ap;
    va_start(ap, n);
    char *s = va_arg(ap, char *);
    va_end(ap);
    return *s;
}

int main(void) {
    char c = 0;
    return take(1, (void *)&c);
}
