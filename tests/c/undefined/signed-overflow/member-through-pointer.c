// 6.5p5: the member holds INT_MAX when 1 is added
#include <limits.h>

struct counter {
    char tag;
    int n[2];
};

int main(void) {
    struct counter c = {'x', {0, INT_MAX}};
    struct counter *p = &c;
    p->n[1] += 1; // undefined: signed-overflow
    return p->n[1] == 7;
}
