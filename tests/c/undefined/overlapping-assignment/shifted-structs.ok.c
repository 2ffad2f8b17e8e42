// 7.24.2.2p2: memmove may do it
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
    memmove(&u.low, &u.s.high, sizeof u.low);
    return u.low.a != 2;
}
