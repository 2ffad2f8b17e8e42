// 7.13.2.1p2: at the second jump the function has returned
#include <setjmp.h>

static jmp_buf *to;
static int jumps;

static void jump(void) {
    jumps++;
    longjmp(*to, jumps); // undefined: longjmp-dead
}

static int twice(void) {
    static jmp_buf place;
    to = &place;
    if (setjmp(place) == 0) jump();
    return jumps;
}

int main(void) {
    int n = twice();
    jump();
    return n == 1;
}
