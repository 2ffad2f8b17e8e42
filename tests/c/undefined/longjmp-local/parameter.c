// 7.13.2.1p3: a parameter is a local as well
#include <setjmp.h>

static jmp_buf env;

static int f(int n) {
    if (setjmp(env) == 0) {
        n++;
        longjmp(env, 1);
    }
    return n; // undefined: longjmp-local
}

int main(void) {
    return f(0) == 77;
}
