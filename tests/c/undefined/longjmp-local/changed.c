// 7.13.2.1p3: x was changed between setjmp and longjmp and is not volatile
#include <setjmp.h>

static jmp_buf env;

int main(void) {
    int x = 1;
    if (setjmp(env) == 0) {
        x = 2;
        longjmp(env, 1);
    }
    return x == 77; // undefined: longjmp-local
}
