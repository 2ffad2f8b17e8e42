// 7.13.1.1p4: under the operator ! and all of a condition
#include <setjmp.h>

static jmp_buf back;
static volatile int tries = 1;

int main(void) {
    if (tries > 0) {
        if (!setjmp(back))
            longjmp(back, 1);
        tries--;
    }
    return tries;
}
