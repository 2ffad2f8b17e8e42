// 6.5.16.1p3: the two structs share one int
#include <string.h>

struct two {
    int a, b;
};

union u {
    struct two low;
    struct {
        int pad;
        struct two high;
    } s;
};

int main(void) {
    union u u = {.s = {1, {2, 3}}};
    u.low = u.s.high; // undefined: overlapping-assignment
    return u.low.a != 2;
}
