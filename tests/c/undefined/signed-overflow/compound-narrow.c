// 6.5.16.2p3: s += INT_MAX adds in int, and 1 + INT_MAX is not representable
#include <limits.h>

int main(void) {
    short s = 1;
    s += INT_MAX; // undefined: signed-overflow
    return s > 0;
}
