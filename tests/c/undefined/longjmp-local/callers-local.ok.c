// 7.13.2.1p3: only those of that function count, not its caller's
#include <setjmp.h>

static jmp_buf env;

static int f(int *p) {
    int own = 0;
    if (setjmp(env) == 0) {
        *p = 1;
        longjmp(env, 1);
    }
    return own + *p == 0;
}

int main(void) {
    int callers = 0;
    return f(&callers);
}
