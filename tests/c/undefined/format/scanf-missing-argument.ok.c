// 7.21.6.2p10: * suppresses the store and needs no argument
#include <stdio.h>

int main(void) {
    int a = 0;
    return sscanf("1 2", "%d %*d", &a) != 1 || a != 1;
}
