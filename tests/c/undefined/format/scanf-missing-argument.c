// 7.21.6.2p2: fewer arguments than conversions that store
#include <stdio.h>

int main(void) {
    int a = 0;
    return sscanf("1 2", "%d %d", &a) == 77; // undefined: format
}
