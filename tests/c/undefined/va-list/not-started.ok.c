// 7.16.1.3p2: started on every path
#include <stdarg.h>

static int sum(int n, ...) {
    int s = 0;
    va_list ap;
    va_start(ap, n);
    if (n)
        s = va_arg(ap, int);
    va_end(ap);
    return s;
}

int main(void) {
    return sum(1, 0) + sum(0);
}
