// 7.22.3.2p2: calloc's is all bits zero
#include <stdlib.h>

int main(void) {
    int *p = calloc(2, sizeof *p);
    int r = 0;
    if (!p) return 0;
    if (p[1] > 0) r = 1;
    free(p);
    return r & 0;
}
