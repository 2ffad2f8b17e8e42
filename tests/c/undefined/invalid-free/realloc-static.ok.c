// 7.22.3.5p2: its contents copied by hand
#include <stdlib.h>
#include <string.h>

static int first[2] = {1, 2};

int main(void) {
    int *p = malloc(4 * sizeof *p);
    if (p) memcpy(p, first, sizeof first);
    free(p);
    return 0;
}
