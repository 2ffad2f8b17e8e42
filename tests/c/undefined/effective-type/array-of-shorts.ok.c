// 7.24.4.1p2: memcmp compares bytes of anything
#include <string.h>

int main(void) {
    static _Alignas(int) short a[2] = {1, 2}, b[2] = {1, 2};
    return memcmp(a, b, sizeof a);
}
