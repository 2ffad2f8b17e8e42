// 7.22.3.3p2: the memory is not from malloc
#include <alloca.h>
#include <stdlib.h>

int main(void) {
    char *s = alloca(4);
    s[0] = 0;
    free(s); // undefined: invalid-free
    return 0;
}
