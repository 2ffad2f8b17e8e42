// 7.13.1.1p4: an initialiser is none of the places for setjmp
#include <setjmp.h>

static jmp_buf back;

int main(void) {
    int r = setjmp(back); // undefined: setjmp-context
    if (r == 0)
        longjmp(back, 1);
    return r != 1;
}
