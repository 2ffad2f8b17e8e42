// 6.2.6.1p4: bytes without a value, padding among them, may be copied as bytes
#include <string.h>

struct s {
    char c;
    int n;
};

int main(void) {
    struct s a, b;
    a.c = 1;
    a.n = 2;
    memcpy(&b, &a, sizeof b);
    return b.n != 2;
}
