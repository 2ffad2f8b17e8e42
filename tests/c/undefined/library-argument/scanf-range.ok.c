// 7.21.6.2p11: a longer type can
#include <stdio.h>

int main(void) {
    int s = 0;
    return sscanf("40000", "%d", &s) != 1 || s != 40000;
}
