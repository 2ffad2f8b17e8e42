// 7.21.6.2p3: a width is greater than zero
#include <stdio.h>

int main(void) {
    int n = 0;
    return sscanf("5", "%0d", &n) == 77; // undefined: format
}
