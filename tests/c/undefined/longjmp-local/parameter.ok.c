// 7.13.2.1p3: it was changed before setjmp only
#include <setjmp.h>

static jmp_buf env;

static int f(int n) {
    n++;
    if (setjmp(env) == 0) {
        longjmp(env, 1);
    }
    return n;
}

int main(void) {
    return f(0) != 1;
}
