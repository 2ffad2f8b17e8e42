// 7.22.3.3p2: the second member's address is not what malloc returned
#include <stdlib.h>

struct s {
    long head;
    long tail;
};

int main(void) {
    struct s *p = malloc(sizeof *p);
    if (!p) return 0;
    long *q = &p->tail;
    *q = 0;
    free(q); // undefined: invalid-free
    return 0;
}
