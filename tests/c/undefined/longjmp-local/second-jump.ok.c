// 7.13.2.1p3: the count is volatile; the buffer keeps its value for all jumps
#include <setjmp.h>

static void again(jmp_buf *place) {
    longjmp(*place, 1);
}

int main(void) {
    jmp_buf place;
    volatile int count = 0;
    if (setjmp(place) == 0) count = 1;
    if (count < 3) {
        count++;
        again(&place);
    }
    return count != 3;
}
