// 6.4.2.2p1: __func__ is a static const char array
#include <string.h>

int main(void) {
    char *name = (char *)__func__;
    name[0] = 'M'; // undefined: const-write
    return name[0] != 'M';
}
