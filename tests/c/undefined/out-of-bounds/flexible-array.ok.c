// 6.7.2.1p18: the flexible array has four elements here
#include <stdlib.h>

struct buffer {
    int n;
    int data[];
};

int main(void) {
    struct buffer *b = malloc(sizeof *b + 4 * sizeof(int));
    int r;
    if (!b) return 0;
    b->data[3] = 5;
    r = b->data[3] != 5;
    free(b);
    return r;
}
