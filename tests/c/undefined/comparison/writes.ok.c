// 7.22.5p3: the comparison counts outside of the array
#include <stdlib.h>

struct item {
    int key;
    int seen;
};

static struct {
    struct item items[3];
    int calls;
} all = {{{3, 0}, {1, 0}, {2, 0}}, 0};

static int compare(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    all.calls++;
    return (x->key > y->key) - (x->key < y->key);
}

int main(void) {
    qsort(all.items, 3, sizeof all.items[0], compare);
    return all.items[0].key != 1 || all.calls == 0;
}
