// 6.5.16.1p2: the copy gets a block of its own
#include <stdlib.h>

struct owner {
    int *p;
};

static void drop(struct owner o) {
    free(o.p);
}

int main(void) {
    struct owner a = {malloc(sizeof(int))};
    struct owner b = a;
    b.p = malloc(sizeof(int));
    drop(a);
    drop(b);
    return 0;
}
