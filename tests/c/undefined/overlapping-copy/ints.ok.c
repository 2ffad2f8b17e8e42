// 7.24.2.1p2: they touch but do not overlap
#include <string.h>

int main(void) {
    int a[5] = {1, 2, 3, 4, 5};
    memcpy(a + 2, a, 2 * sizeof a[0]);
    return a[2] != 1;
}
