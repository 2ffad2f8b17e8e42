// 6.5.3.2p4: subscripting an array member of a null struct pointer reads memory
#include <stddef.h>

struct s {
    int n, a[4];
};

int main(void) {
    struct s *p = 0;
    return p->a[2]; // undefined: null-access
}
