// 7.13.1.1p4: an argument of another function
#include <setjmp.h>

static jmp_buf back;

static int twice(int n) {
    return 2 * n;
}

int main(void) {
    return twice(setjmp(back)); // undefined: setjmp-context
}
