// 7.24.2.1p2, 7.1.4p1: memcpy reads after the end of its source
#include <string.h>

int main(void) {
    char to[16] = {0};
    short from[4] = {0, 0, 0, 0};
    memcpy(to, from, sizeof to); // undefined: out-of-bounds
    return to[0];
}
