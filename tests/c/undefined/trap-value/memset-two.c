// 6.2.6.1p5: all bytes of the _Bool are 2
#include <string.h>

int main(void) {
    _Bool b;
    memset(&b, 2, sizeof b);
    return b ? 0 : 1; // undefined: trap-value
}
