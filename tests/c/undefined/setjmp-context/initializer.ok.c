// 7.13.1.1p4: all of a condition
#include <setjmp.h>

static jmp_buf back;

int main(void) {
    if (setjmp(back))
        return 0;
    longjmp(back, 1);
}
