// 6.7.2.1p15: the first member's address is
#include <stdlib.h>

struct s {
    long head;
    long tail;
};

int main(void) {
    struct s *p = malloc(sizeof *p);
    if (!p) return 0;
    long *q = &p->head;
    *q = 0;
    free(q);
    return 0;
}
