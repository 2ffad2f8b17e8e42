// 6.7.4p8: an early return
#include <setjmp.h>
#include <stdnoreturn.h>

static jmp_buf back;

noreturn static void fail(int quiet) {
    if (quiet) return; // undefined: noreturn-returned
    longjmp(back, 1);
}

int main(void) {
    switch (setjmp(back)) {
    case 0: fail(1);
    default: return 0;
    }
}
