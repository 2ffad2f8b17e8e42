// 7.21.6.8p2: vsnprintf invokes va_arg, so the list cannot be used again
#include <stdarg.h>
#include <stdio.h>

static int show(char *to, int size, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int needed = vsnprintf(NULL, 0, format, ap);
    if (needed < size)
        vsnprintf(to, size, format, ap); // undefined: va-list-passed
    va_end(ap);
    return needed;
}

int main(void) {
    char text[20];
    return show(text, sizeof text, "%d %d", 1, 2) != 3;
}
