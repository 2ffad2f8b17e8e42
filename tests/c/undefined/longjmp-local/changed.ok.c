// 7.13.2.1p3: it is volatile
#include <setjmp.h>

static jmp_buf env;

int main(void) {
    volatile int x = 1;
    if (setjmp(env) == 0) {
        x = 2;
        longjmp(env, 1);
    }
    return x == 77;
}
