// 6.5.16.1p3: *p and *q overlap by half
#include <stdlib.h>

struct four {
    int v[4];
};

static void move(struct four *p, struct four *q) {
    *p = *q; // undefined: overlapping-assignment
}

int main(void) {
    int *block = calloc(6, sizeof *block);
    if (!block) return 0;
    move((struct four *)block, (struct four *)(block + 2));
    free(block);
    return 0;
}
