// 7.16p3: by a pointer to the list (footnote 253) the caller may go on
#include <stdarg.h>

static int head(va_list *ap) {
    return va_arg(*ap, int);
}

static int sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int s = head(&ap);
    s += va_arg(ap, int);
    va_end(ap);
    return s;
}

int main(void) {
    return sum(2, 3, 4) == 77;
}
