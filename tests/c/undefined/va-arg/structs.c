// 7.16.1.1p2: the argument is a struct of another type
#include <stdarg.h>

struct a {
    int x;
};

struct b {
    int x;
};

static int take(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    int v = va_arg(ap, struct a).x; // undefined: va-arg
    v += va_arg(again, struct a).x;
    va_end(again);
    va_end(ap);
    return v;
}

int main(void) {
    struct a a = {0};
    struct b b = {0};
    return take(1, b) + a.x;
}
