// 7.22.3.5p3: the pointer given to realloc was freed
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    free(p);
    p = realloc(p, 20); // undefined: double-free
    free(p);
    return 0;
}
