// 6.7.3p6: memcpy's accesses are not volatile ones
#include <string.h>

int main(void) {
    volatile char from[3] = {1, 2, 3};
    char to[3];
    memcpy(to, (char *)from, sizeof to); // undefined: volatile-access
    return to[2] != 3;
}
