// 7.21.6.8p2: the second time with a copy that was made before
#include <stdarg.h>
#include <stdio.h>

static int show(char *to, int size, const char *format, ...) {
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    int needed = vsnprintf(NULL, 0, format, ap);
    if (needed < size)
        vsnprintf(to, size, format, again);
    va_end(again);
    va_end(ap);
    return needed;
}

int main(void) {
    char text[20];
    return show(text, sizeof text, "%d %d", 1, 2) != 3;
}
