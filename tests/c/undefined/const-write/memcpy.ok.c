// 7.24.2.1p2: a library function reads it
#include <string.h>

int main(void) {
    const int a[2] = {1, 2};
    int b[2] = {1, 0};
    memcpy(b, (void *)a, sizeof b);
    return b[1] != 2;
}
