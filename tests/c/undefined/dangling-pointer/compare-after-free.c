// 6.2.4p2: comparing a freed pointer with null uses its value
#include <stdlib.h>

int main(void) {
    char *p = malloc(1);
    free(p);
    return p == NULL ? 0 : 1; // undefined: dangling-pointer
}
