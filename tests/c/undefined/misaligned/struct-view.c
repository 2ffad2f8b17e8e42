// 6.3.2.3p7: the record begins at offset 2 of the block, its long member wants more
#include <stdlib.h>

struct record {
    long n;
};

int main(void) {
    char *block = malloc(64);
    if (!block) return 0;
    struct record *r = (struct record *)(block + 2); // undefined: misaligned
    r->n = 0;
    free(block);
    return 0;
}
