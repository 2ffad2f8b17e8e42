// 6.7.2.1p18: a flexible array member may have as few elements as the block holds
#include <stddef.h>
#include <stdlib.h>

struct s {
    long head;
    int n;
    int last[];
};

int main(void) {
    struct s *p = malloc(offsetof(struct s, last) + sizeof p->last[0]);
    if (!p) return 0;
    p->n = 0;
    p->last[0] = 0;
    free(p);
    return 0;
}
