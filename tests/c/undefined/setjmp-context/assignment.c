// 7.13.1.1p4: setjmp is compared, but what is compared is an assignment
#include <setjmp.h>

static jmp_buf back;
static volatile int r;

int main(void) {
    if ((r = setjmp(back)) == 0) // undefined: setjmp-context
        longjmp(back, 3);
    return r != 3;
}
