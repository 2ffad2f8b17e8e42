// 6.5.5p6: the promoted bit-field is INT_MIN
#include <limits.h>

struct s {
    int b : 32;
};

int main(void) {
    struct s s = {INT_MIN};
    signed char minus = -1;
    int q = s.b / minus; // undefined: division-overflow
    return q == 0;
}
