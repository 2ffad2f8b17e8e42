// 7.13.2.1p2: jumping out of several calls to one that is alive
#include <setjmp.h>

static jmp_buf env;

static int run(int n) {
    if (n == 0) longjmp(env, 1);
    return run(n - 1);
}

int main(void) {
    if (setjmp(env)) return 0;
    return run(3);
}
