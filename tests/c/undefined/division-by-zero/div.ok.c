// 7.22.6.2p2: 7 / 2
#include <stdlib.h>

int main(void) {
    volatile int two = 2;
    return div(7, two).quot != 3 || div(-7, two).rem != -1;
}
