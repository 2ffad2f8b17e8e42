// 7.13.2.1p3: the counter of retries
#include <setjmp.h>

static jmp_buf env;

static void fail(void) {
    longjmp(env, 1);
}

int main(void) {
    int tries = 0;
    setjmp(env);
    if (tries >= 3) return 0; // undefined: longjmp-local
    tries++;
    fail();
}
