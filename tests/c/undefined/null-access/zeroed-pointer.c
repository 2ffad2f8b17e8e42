// 6.5.3.2p4: memset gives null pointers on this target; the second is dereferenced
#include <string.h>

int main(void) {
    static int x = 0;
    int *p[2];
    memset(p, 0, sizeof p);
    p[0] = &x;
    return **(p + 1); // undefined: null-access
}
