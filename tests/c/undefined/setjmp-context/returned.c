// 7.13.1.1p4: the expression of a return statement
#include <setjmp.h>

static jmp_buf back;

int main(void) {
    return setjmp(back); // undefined: setjmp-context
}
