// 7.13.1.1p4: compared with a constant
#include <setjmp.h>

static jmp_buf back;

int main(void) {
    if (setjmp(back) == 0)
        longjmp(back, 3);
    return 0;
}
