// 7.13.2.1p2: it is still running
#include <setjmp.h>

static jmp_buf env;

static void jump(void) {
    longjmp(env, 1);
}

int main(void) {
    static int times;
    if (setjmp(env) == 0) {
        if (times++ == 0) jump();
    }
    return times != 1;
}
