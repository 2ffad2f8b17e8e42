// 7.22.5.2p2: a comparator of the right type
#include <stdlib.h>

static int order(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

typedef int comparator(const void *, const void *);

int main(void) {
    int a[3] = {2, 0, 1};
    qsort(a, 3, sizeof a[0], (comparator *)order);
    return a[0];
}
