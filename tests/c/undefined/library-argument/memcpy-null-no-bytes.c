// 7.24.1p2: the pointers must be valid even when the count is 0
#include <string.h>

int main(void) {
    int a[2] = {1, 2};
    int *from = NULL;
    memcpy(a, from, 0); // undefined: library-argument
    return a[0] != 1;
}
