// 7.13.1.1p4: a statement of its own, and its value is not used
#include <setjmp.h>

static jmp_buf back;

int main(void) {
    static volatile int turns;
    (void)setjmp(back);
    if (turns++ < 2)
        longjmp(back, 1);
    return turns != 3;
}
