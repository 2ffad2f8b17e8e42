// 7.22.3.3p2: the address of a local is not from malloc
#include <stdlib.h>

int main(void) {
    char local[8], *p = local;
    p[0] = 'a';
    free(p); // undefined: invalid-free
    return 0;
}
