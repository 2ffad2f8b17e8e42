// 7.13.2.1p2: both jumps come while the function is there
#include <setjmp.h>

static jmp_buf *to;
static int jumps;

static void jump(void) {
    jumps++;
    longjmp(*to, jumps);
}

static int twice(void) {
    static jmp_buf place;
    to = &place;
    if (setjmp(place) != 2) jump();
    return jumps;
}

int main(void) {
    int n = twice();
    return n != 2;
}
