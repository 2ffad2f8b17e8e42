// 7.22.3p1: the callee clears the caller's pointer
#include <stdlib.h>

struct stack {
    int *data, n;
};

static void clear(struct stack *s) {
    free(s->data);
    s->data = NULL;
    s->n = 0;
}

int main(void) {
    struct stack s = {malloc(2 * sizeof(int)), 0};
    if (!s.data) return 0;
    clear(&s);
    if (s.data) s.data[s.n++] = 1;
    return 0;
}
