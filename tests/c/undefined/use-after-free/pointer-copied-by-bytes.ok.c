// 6.2.6.1p4: the copy is as good as the original
#include <stdlib.h>

int main(void) {
    int *p = calloc(1, sizeof *p), *q;
    int r = 0;
    if (!p) return 0;
    for (unsigned i = 0; i < sizeof p; i++)
        ((unsigned char *)&q)[i] = ((unsigned char *)&p)[i];
    r = *q;
    free(q);
    return r;
}
