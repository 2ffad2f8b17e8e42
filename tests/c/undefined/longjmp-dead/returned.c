// 7.13.2.1p2: the function that called setjmp has returned
#include <setjmp.h>

static jmp_buf env;

static int mark(void) {
    if (setjmp(env)) return 1;
    return 0;
}

int main(void) {
    static int times;
    if (mark() == 0 && times++ == 0) longjmp(env, 1); // undefined: longjmp-dead
    return 0;
}
