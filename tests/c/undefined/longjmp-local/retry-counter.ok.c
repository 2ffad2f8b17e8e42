// 7.13.2.1p3: a static counter keeps its value
#include <setjmp.h>

static jmp_buf env;

static void fail(void) {
    longjmp(env, 1);
}

int main(void) {
    static int tries = 0;
    setjmp(env);
    if (tries >= 3) return 0;
    tries++;
    fail();
}
