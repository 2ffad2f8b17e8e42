// 7.22.5p4: "greater or not" makes 2 equal to 3 and 1 to 3, but not 1 to 2
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    return *(const int *)a > *(const int *)b;
}

int main(void) {
    int array[3] = {2, 1, 3};
    qsort(array, 3, sizeof array[0], compare); // undefined: comparison
    return 0;
}
