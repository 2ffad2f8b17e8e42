// 7.22.5p4: to be nearly equal is no equality: it does not carry over
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    double d = *(const double *)a - *(const double *)b;
    return d > 0.5 ? 1 : d < -0.5 ? -1 : 0;
}

int main(void) {
    double array[3] = {0.0, 0.75, 0.375};
    qsort(array, 3, sizeof array[0], compare); // undefined: comparison
    return 0;
}
