// 7.16.1.1p2: the sentinel ends the list
#include <stdarg.h>

static int sum(int first, ...) {
    int s = 0;
    va_list ap;
    va_start(ap, first);
    for (int v = first; v; v = va_arg(ap, int)) s += v;
    va_end(ap);
    return s;
}

int main(void) {
    return sum(1, 2, 3, 0) != 6;
}
