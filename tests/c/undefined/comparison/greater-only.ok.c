// 7.22.5p4: less, equal and greater, as one order has them
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int main(void) {
    int array[3] = {2, 1, 3};
    qsort(array, 3, sizeof array[0], compare);
    return array[0] != 1 || array[1] != 2 || array[2] != 3;
}
