// 7.21.6.2p11: %lf stores a double
#include <stdio.h>

int main(void) {
    double d = 0;
    return sscanf("1", "%lf", &d) != 1 || d != 1;
}
