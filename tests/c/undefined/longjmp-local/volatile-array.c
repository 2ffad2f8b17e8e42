// 7.13.2.1p3: an element of the other array is changed
#include <setjmp.h>

struct table {
    int plain[2];
    volatile int kept[2];
};

static jmp_buf place;

__attribute__((noinline)) static void change(struct table *t) {
    t->plain[1] = 5;
    longjmp(place, 1);
}

int main(void) {
    struct table t = {{1, 2}, {3, 4}};
    if (setjmp(place) == 0) change(&t);
    return t.plain[1] == 9; // undefined: longjmp-local
}
