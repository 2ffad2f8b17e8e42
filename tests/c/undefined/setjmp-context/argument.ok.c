// 7.13.1.1p4: all that a switch asks for
#include <setjmp.h>

static jmp_buf back;

static int twice(int n) {
    return 2 * n;
}

int main(void) {
    switch (setjmp(back)) {
    case 0: longjmp(back, 4);
    case 4: return twice(0);
    default: return 1;
    }
}
