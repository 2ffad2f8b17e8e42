// 7.22.3.5p3: realloc of null is malloc
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    free(p);
    p = NULL;
    p = realloc(p, 20);
    free(p);
    return 0;
}
