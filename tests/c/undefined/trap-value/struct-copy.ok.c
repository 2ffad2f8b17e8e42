// 6.2.6.1p6: a struct is never a trap representation, so copying it is defined
#include <string.h>

struct s {
    int n;
    _Bool b;
};

int main(void) {
    struct s s = {0, 1}, t;
    *(unsigned char *)&s.b = 3;
    t = s;
    return *(unsigned char *)&t.b != 3 || t.n;
}
