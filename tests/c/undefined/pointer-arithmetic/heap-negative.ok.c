// 6.5.6p8: p + n down to p + 0
#include <stdlib.h>

int main(void) {
    int *block = malloc(4 * sizeof *block);
    if (!block) return 0;
    int *p = block + 4;
    p[-4] = 0;
    free(block);
    return 0;
}
