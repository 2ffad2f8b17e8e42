// 7.16.1.1p2: there is no third argument
#include <stdarg.h>

static int sum(int first, ...) {
    int s = 0;
    va_list ap;
    va_start(ap, first);
    for (int i = 0; i < 3; i++) s += va_arg(ap, int); // undefined: va-arg
    va_end(ap);
    return s;
}

int main(void) {
    return sum(1, 2, 3) == 77;
}
