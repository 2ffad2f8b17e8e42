// 7.22.3.3p2: the pointer was moved
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = strdup("abc");
    free(s + 1); // undefined: invalid-free
    return 0;
}
