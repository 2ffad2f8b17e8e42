// 6.2.6.1p5: memcpy carries the lack of a value along
#include <string.h>

struct s {
    char c;
    int n;
};

int main(void) {
    struct s a, b;
    a.c = 1;
    memcpy(&b, &a, sizeof b);
    return b.n != 0 ? 0 : 1; // undefined: uninitialised
}
