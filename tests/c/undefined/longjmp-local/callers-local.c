// 7.13.2.1p3: a local of the function that called setjmp
#include <setjmp.h>

static jmp_buf env;

static int f(int *p) {
    int own = 0;
    if (setjmp(env) == 0) {
        own = 1;
        *p = 1;
        longjmp(env, 1);
    }
    return own + *p == 0; // undefined: longjmp-local
}

int main(void) {
    int callers = 0;
    return f(&callers);
}
