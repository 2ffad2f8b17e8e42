// 7.13.2.1p2: the inner setjmp replaced the environment, and its function is gone
#include <setjmp.h>

static jmp_buf env;

static void inner(void) {
    if (setjmp(env)) return;
}

int main(void) {
    if (setjmp(env)) return 0;
    inner();
    longjmp(env, 1); // undefined: longjmp-dead
}
