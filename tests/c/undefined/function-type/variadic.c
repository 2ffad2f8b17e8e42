// 6.5.2.2p9: a variadic function is called as one that is not
#include <stdarg.h>

static int sum(int n, ...) {
    return n;
}

int main(void) {
    int (*f)(int, int) = (int (*)(int, int))sum;
    return f(0, 1); // undefined: function-type
}
