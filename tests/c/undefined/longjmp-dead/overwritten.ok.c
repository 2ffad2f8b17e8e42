// 7.13.2.1p2: the inner one has a buffer of its own
#include <setjmp.h>

static jmp_buf env;

static void inner(void) {
    jmp_buf own;
    if (setjmp(own)) return;
}

int main(void) {
    if (setjmp(env)) return 0;
    inner();
    longjmp(env, 1);
}
