// 6.5.16.2p3, 6.3.1.3p3: the sum 65536 fits int; only its conversion to short narrows
#include <limits.h>

int main(void) {
    short s = 1;
    s += 65535;
    return s != 0;
}
