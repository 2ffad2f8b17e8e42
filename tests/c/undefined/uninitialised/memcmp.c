// 7.24.4.1p2: bytes without a value are compared
#include <string.h>

int main(void) {
    int a[2], b[2] = {1, 2};
    a[0] = 1;
    return memcmp(a, b, sizeof a) == 77; // undefined: uninitialised
}
