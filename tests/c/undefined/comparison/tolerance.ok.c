// 7.22.5p4: rounded values are equal or not
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    int x = (int)(*(const double *)a + 0.5), y = (int)(*(const double *)b + 0.5);
    return (x > y) - (x < y);
}

int main(void) {
    double array[3] = {0.0, 0.75, 0.375};
    qsort(array, 3, sizeof array[0], compare);
    return array[0] != 0.0 || array[1] != 0.375 || array[2] != 0.75;
}
