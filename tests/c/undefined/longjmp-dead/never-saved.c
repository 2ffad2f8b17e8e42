// 7.13.2.1p2: there was no setjmp
#include <setjmp.h>

static jmp_buf env;

int main(void) {
    longjmp(env, 1); // undefined: longjmp-dead
    return 0;
}
