// 6.3.1.1p2: SHRT_MIN / -1 computes in int
#include <limits.h>

struct s {
    int b : 16;
};

int main(void) {
    struct s s = {SHRT_MIN};
    signed char minus = -1;
    int q = s.b / minus;
    return q != 32768;
}
