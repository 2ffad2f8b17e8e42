// 7.22.5p3: the comparison changes an element that it was not given
#include <stdlib.h>

static int array[4] = {4, 3, 2, 0};

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x == 4)
        array[3] = 1;
    return (x > y) - (x < y);
}

int main(void) {
    qsort(array, 3, sizeof array[0], compare);
    array[3] = 0;
    array[0] = 4;
    qsort(array, 4, sizeof array[0], compare); // undefined: comparison
    return 0;
}
