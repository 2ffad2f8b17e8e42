// 7.13.2.1p3: the struct that is changed is not the volatile one
#include <setjmp.h>

struct pair { short low, high; };
struct holder { volatile struct pair kept; struct pair plain; };

static jmp_buf place;

__attribute__((noinline)) static void change(struct holder *h) {
    h[1].plain.high = 9;
    longjmp(place, 1);
}

int main(void) {
    struct holder h[2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
    if (setjmp(place) == 0) change(h);
    return h[1].plain.high == 1; // undefined: longjmp-local
}
