// 7.22.5p3: the comparison marks the elements that it has seen
#include <stdlib.h>

struct item {
    int key;
    int seen;
};

static int compare(const void *a, const void *b) {
    struct item *x = (struct item *)a;
    const struct item *y = b;
    x->seen++;
    return (x->key > y->key) - (x->key < y->key);
}

int main(void) {
    struct item items[3] = {{3, 0}, {1, 0}, {2, 0}};
    qsort(items, 3, sizeof items[0], compare); // undefined: comparison
    return items[0].key != 1;
}
