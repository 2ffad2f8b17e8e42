// 7.16p3: what inner took from is not used after it
#include <stdarg.h>

static int inner(va_list ap) {
    int v = va_arg(ap, int);
    return v + va_arg(ap, int);
}

static int middle(va_list ap) {
    int s = va_arg(ap, int);
    return s + inner(ap);
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
