// 6.3.1.1p2: 30 bits promote to int too, and there is room for + 1
#include <limits.h>

struct s {
    unsigned b : 30;
};

int main(void) {
    struct s s;
    s.b = ~0u;
    return s.b + 1 != 1 << 30;
}
