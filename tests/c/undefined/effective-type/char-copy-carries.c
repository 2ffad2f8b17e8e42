// 6.5p6: copied as an array of characters, the bytes carry double's type
#include <stdlib.h>

int main(void) {
    double d = 0;
    char *to = malloc(sizeof d), *from = (char *)&d;
    if (!to) return 0;
    for (unsigned i = 0; i < sizeof d; i++) to[i] = from[i];
    int r = *(long long *)to != 0; // undefined: effective-type
    free(to);
    return r;
}
