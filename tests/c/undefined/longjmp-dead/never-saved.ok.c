// 7.13.2.1p4: longjmp with 0 makes setjmp return 1
#include <setjmp.h>

static jmp_buf env;

int main(void) {
    int r;
    switch (setjmp(env)) {
    case 0: longjmp(env, 0);
    case 1: r = 0; break;
    default: r = 1;
    }
    return r;
}
