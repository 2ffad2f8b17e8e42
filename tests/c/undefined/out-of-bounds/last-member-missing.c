// 6.5.2.3p4: the block ends before the member
#include <stddef.h>
#include <stdlib.h>

struct s {
    long head;
    int n;
    long last;
};

int main(void) {
    struct s *p = malloc(offsetof(struct s, last));
    if (!p) return 0;
    p->last = 0; // undefined: out-of-bounds
    free(p);
    return 0;
}
