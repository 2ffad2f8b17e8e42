// 7.21.6.2p11: %d stores an int
#include <stdio.h>

int main(void) {
    int n = 0;
    return sscanf("12", "%d", &n) != 1 || n != 12;
}
