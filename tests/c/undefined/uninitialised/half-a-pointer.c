// 6.2.6.1p5: the pointer has a value only when all of its bytes were copied
#include <string.h>

int main(void) {
    int x = 0, *p = &x, *q;
    char *from = (char *)&p, *to = (char *)&q;
    memcpy(to, from, sizeof p / 2);
    return *q; // undefined: uninitialised
}
