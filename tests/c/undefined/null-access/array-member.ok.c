// 7.19p3: offsetof evaluates nothing
#include <stddef.h>

struct s {
    int n, a[4];
};

int main(void) {
    struct s *p = 0;
    return p != 0 || offsetof(struct s, a[2]) != 3 * sizeof(int);
}
