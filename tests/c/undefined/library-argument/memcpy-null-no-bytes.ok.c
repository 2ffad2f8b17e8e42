// 7.24.1p2: valid pointers and count 0; one past the end is valid
#include <string.h>

int main(void) {
    int a[2] = {1, 2};
    int *from = a + 2;
    memcpy(a, from, 0);
    return a[0] != 1;
}
