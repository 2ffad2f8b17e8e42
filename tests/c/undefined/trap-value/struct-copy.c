// 6.2.6.1p5: reading the member that holds 3
#include <string.h>

struct s {
    int n;
    _Bool b;
};

int main(void) {
    struct s s = {0, 1}, t;
    *(unsigned char *)&s.b = 3;
    t = s;
    return t.b + t.n; // undefined: trap-value
}
