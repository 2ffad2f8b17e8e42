// 7.16.1.4p3: it is ended before each new start
#include <stdarg.h>

static int sum(int n, ...) {
    int s = 0;
    va_list ap;
    for (int turn = 0; turn < 2; turn++) {
        va_start(ap, n);
        for (int i = 0; i < n; i++) s += va_arg(ap, int);
        va_end(ap);
    }
    return s;
}

int main(void) {
    return sum(2, 3, 4) != 14;
}
