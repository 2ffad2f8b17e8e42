// 7.21.6.2p3: 1 is
#include <stdio.h>

int main(void) {
    int n = 0;
    return sscanf("55", "%1d", &n) != 1 || n != 5;
}
