// 7.22.3.3p2: the struct copy shares the block
#include <stdlib.h>

struct owner {
    int *p;
};

static void drop(struct owner o) {
    free(o.p); // undefined: double-free
}

int main(void) {
    struct owner a = {malloc(sizeof(int))};
    struct owner b = a;
    drop(a);
    drop(b);
    return 0;
}
