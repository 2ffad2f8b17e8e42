// 7.22.6.2p2: the quotient is that of /
#include <stdlib.h>

int main(void) {
    volatile int zero = 0;
    return div(7, zero).quot == 77; // undefined: division-by-zero
}
