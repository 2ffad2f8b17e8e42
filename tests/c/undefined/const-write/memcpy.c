// 6.7.3p6: a library function modifies the const array
#include <string.h>

int main(void) {
    const int a[2] = {1, 2};
    int b[2] = {1, 0};
    memcpy((void *)a, b, sizeof b); // undefined: const-write
    return a[1] == 7;
}
