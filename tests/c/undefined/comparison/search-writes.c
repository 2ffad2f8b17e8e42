// 7.22.5p3: the comparison of a search changes the element that it finds
#include <stdlib.h>

static int compare(const void *key, const void *element) {
    int k = *(const int *)key, *e = (int *)element, was = *e;
    if (was == k)
        *e = -1;
    return (k > was) - (k < was);
}

int main(void) {
    int array[3] = {1, 2, 3}, key = 3;
    return bsearch(&key, array, 3, sizeof array[0], compare) == 0; // undefined: comparison
}
