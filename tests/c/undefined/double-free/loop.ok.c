// 7.22.3.3p2: the second element is null
#include <stdlib.h>

int main(void) {
    void *p[2];
    p[0] = calloc(2, 2);
    p[1] = 0;
    for (int i = 0; i < 2; i++)
        free(p[i]);
    return 0;
}
