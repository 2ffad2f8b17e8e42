// 6.5p6: copied into a declared object, they have its type
#include <stdlib.h>

int main(void) {
    double d = 0;
    long long n;
    char *to = (char *)&n, *from = (char *)&d;
    for (unsigned i = 0; i < sizeof d; i++) to[i] = from[i];
    return n != 0;
}
