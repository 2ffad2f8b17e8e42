// 6.7.6.3p15: called through a variadic type
#include <stdarg.h>

static int sum(int n, ...) {
    return n;
}

int main(void) {
    int (*f)(int, ...) = sum;
    return f(0, 1);
}
