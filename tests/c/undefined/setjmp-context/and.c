// 7.13.1.1p4: part of a condition only
#include <setjmp.h>

static jmp_buf back;
static volatile int tries = 1;

int main(void) {
    while (tries > 0 && setjmp(back)) // undefined: setjmp-context
        tries--;
    return 0;
}
