// 6.5p7: an array of short compared int by int
#include <string.h>

int main(void) {
    static _Alignas(int) short a[2] = {1, 2}, b[2] = {1, 2};
    return *(int *)a != *(int *)b; // undefined: effective-type
}
