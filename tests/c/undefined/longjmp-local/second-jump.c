// 7.13.2.1p3: the count is not volatile
#include <setjmp.h>

static void again(jmp_buf *place) {
    longjmp(*place, 1);
}

int main(void) {
    jmp_buf place;
    int count = 0;
    if (setjmp(place) == 0) count = 1;
    if (count < 3) { // undefined: longjmp-local
        count++;
        again(&place);
    }
    return count != 3;
}
