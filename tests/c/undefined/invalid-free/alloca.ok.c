// 7.22.3.3p2: it is
#include <alloca.h>
#include <stdlib.h>

int main(void) {
    char *s = malloc(4);
    s[0] = 0;
    free(s);
    return 0;
}
