// 7.13.2.1p3: y is indeterminate after the jump
#include <setjmp.h>

int main(void) {
    jmp_buf env;
    int y = 0;
    if (!setjmp(env)) {
        y = 5;
        longjmp(env, 1);
    }
    return y & 0; // undefined: longjmp-local
}
