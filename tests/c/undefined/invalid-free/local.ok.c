// 7.22.3.3p2: it is only freed when it was allocated
#include <stdlib.h>

int main(void) {
    char local[8], *p = local;
    p[0] = 'a';
    if (p != local) free(p);
    return 0;
}
