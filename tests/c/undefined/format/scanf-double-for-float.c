// 7.21.6.2p11: %f stores a float
#include <stdio.h>

int main(void) {
    double d = 0;
    return sscanf("1", "%f", &d) == 77; // undefined: format
}
