// 6.5.2.2p9: qsort calls it as int (const void *, const void *)
#include <stdlib.h>

static int order(const int *a, const int *b) {
    return *a - *b;
}

typedef int comparator(const void *, const void *);

int main(void) {
    int a[3] = {2, 0, 1};
    qsort(a, 3, sizeof a[0], (comparator *)order); // undefined: function-type
    return a[0];
}
