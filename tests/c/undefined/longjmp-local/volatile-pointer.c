// 7.13.2.1p3: it points to what is volatile, and is not itself
#include <setjmp.h>

static jmp_buf place;
static int first, second = 4;

struct cursor { volatile int *at; };

__attribute__((noinline)) static void advance(struct cursor *c) {
    c->at = &second;
    longjmp(place, 1);
}

int main(void) {
    struct cursor c = {&first};
    if (setjmp(place) == 0) advance(&c);
    return *c.at == 9; // undefined: longjmp-local
}
