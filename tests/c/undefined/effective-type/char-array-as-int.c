// 6.5p7: a declared char array keeps its type, aligned or not
#include <stdlib.h>

int main(void) {
    static _Alignas(int) char buffer[sizeof(int)];
    int *p = (int *)buffer;
    *p = 1; // undefined: effective-type
    return *p != 1;
}
