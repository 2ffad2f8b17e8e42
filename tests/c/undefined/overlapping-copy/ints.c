// 7.24.2.1p2: the last int of the source is the first of the destination
#include <string.h>

int main(void) {
    int a[5] = {1, 2, 3, 4, 5};
    memcpy(a + 2, a, 3 * sizeof a[0]); // undefined: overlapping-copy
    return a[2] != 1;
}
