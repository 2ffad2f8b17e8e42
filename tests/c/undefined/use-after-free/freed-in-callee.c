// 7.22.3p1: the callee frees the block that the caller goes on to use
#include <stdlib.h>

struct stack {
    int *data, n;
};

static void clear(struct stack *s) {
    free(s->data);
    s->n = 0;
}

int main(void) {
    struct stack s = {malloc(2 * sizeof(int)), 0};
    if (!s.data) return 0;
    clear(&s);
    s.data[s.n++] = 1; // undefined: use-after-free
    return 0;
}
