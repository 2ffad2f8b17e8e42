// 7.22.3.3p2: a string literal is not allocated
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = "static";
    free(s); // undefined: invalid-free
    return 0;
}
