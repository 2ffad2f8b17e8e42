// 7.13.2.1p3 and 6.7.3p9: the elements of the array are volatile
#include <setjmp.h>

struct table {
    int plain[2];
    volatile int kept[2];
};

static jmp_buf place;

__attribute__((noinline)) static void change(struct table *t) {
    t->kept[1] = 5;
    longjmp(place, 1);
}

int main(void) {
    struct table t = {{1, 2}, {3, 4}};
    if (setjmp(place) == 0) change(&t);
    return t.kept[1] != 5 || t.plain[1] != 2;
}
