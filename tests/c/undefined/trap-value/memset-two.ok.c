// 6.2.6.1p5: all bytes of the _Bool are 1
#include <string.h>

int main(void) {
    _Bool b;
    memset(&b, 1, sizeof b);
    return b ? 0 : 1;
}
