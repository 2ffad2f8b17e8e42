// 7.13.2.1p2: another call of the same function does not revive the first
#include <setjmp.h>

static jmp_buf env;

static int run(int n) {
    if (n) longjmp(env, 1); // undefined: longjmp-dead
    if (setjmp(env)) return 2;
    return 0;
}

int main(void) {
    run(0);
    return run(1);
}
