// 7.13.2.1p3: the member beside the volatile one is changed
#include <setjmp.h>

struct attempt {
    jmp_buf place;
    volatile int state;
    int plain;
};

static void fail(struct attempt *a) {
    longjmp(a->place, 1);
}

int main(void) {
    struct attempt a;
    a.state = a.plain = 1;
    if (setjmp(a.place) == 0) {
        a.plain = 2;
        fail(&a);
    }
    return a.plain == 7; // undefined: longjmp-local
}
