// 6.5.16.1p3: *p and *q are one object
#include <stdlib.h>

struct four {
    int v[4];
};

static void move(struct four *p, struct four *q) {
    *p = *q;
}

int main(void) {
    int *block = calloc(6, sizeof *block);
    if (!block) return 0;
    move((struct four *)block, (struct four *)block);
    free(block);
    return 0;
}
