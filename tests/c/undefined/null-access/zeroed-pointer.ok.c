// 6.5.3.2p4: the first was set after memset
#include <string.h>

int main(void) {
    static int x = 0;
    int *p[2];
    memset(p, 0, sizeof p);
    p[0] = &x;
    return **(p + 0);
}
