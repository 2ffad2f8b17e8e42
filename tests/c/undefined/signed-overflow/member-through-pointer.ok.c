// 6.5.3.4p2: the operand of sizeof is not evaluated
#include <limits.h>

struct counter {
    char tag;
    int n[2];
};

int main(void) {
    struct counter c = {'x', {0, INT_MAX}};
    struct counter *p = &c;
    return sizeof(p->n[1] += 1) != sizeof(int) || p->n[1] != INT_MAX;
}
