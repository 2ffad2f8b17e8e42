// 7.22.3.5p3: realloc of a static array
#include <stdlib.h>
#include <string.h>

static int first[2] = {1, 2};

int main(void) {
    int *p = realloc(first, 4 * sizeof *p); // undefined: invalid-free
    free(p);
    return 0;
}
