// 7.22.5p3: the element is changed when the search is over
#include <stdlib.h>

static int compare(const void *key, const void *element) {
    int k = *(const int *)key, e = *(const int *)element;
    return (k > e) - (k < e);
}

int main(void) {
    int array[3] = {1, 2, 3}, key = 3;
    int *found = bsearch(&key, array, 3, sizeof array[0], compare);
    if (found)
        *found = -1;
    return array[2] != -1;
}
