// 7.21.6.2p10: the object cannot represent the result
#include <stdio.h>

int main(void) {
    short s = 0;
    return sscanf("40000", "%hd", &s) == 77; // undefined: library-argument
}
