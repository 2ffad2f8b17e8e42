// 6.3.2.3p7: a struct of chars has alignment 1
#include <stdlib.h>

struct record {
    char n[8];
};

int main(void) {
    char *block = malloc(64);
    if (!block) return 0;
    struct record *r = (struct record *)(block + 2);
    r->n[0] = 0;
    free(block);
    return 0;
}
