// 7.13.2.1p3: the pointer itself is volatile
#include <setjmp.h>

static jmp_buf place;
static int first, second = 4;

struct cursor { int *volatile at; };

__attribute__((noinline)) static void advance(struct cursor *c) {
    c->at = &second;
    longjmp(place, 1);
}

int main(void) {
    struct cursor c = {&first};
    if (setjmp(place) == 0) advance(&c);
    return *c.at != 4;
}
