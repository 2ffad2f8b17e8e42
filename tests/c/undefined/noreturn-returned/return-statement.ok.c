// 7.13.2.1p2: leaving by longjmp is not returning
#include <setjmp.h>
#include <stdnoreturn.h>

static jmp_buf back;

noreturn static void fail(int quiet) {
    if (quiet) longjmp(back, 2);
    longjmp(back, 1);
}

int main(void) {
    switch (setjmp(back)) {
    case 0: fail(1);
    case 2: return 0;
    default: return 1;
    }
}
