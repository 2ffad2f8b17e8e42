// 6.2.4p2: an assignment uses the value
#include <stdlib.h>
#include <string.h>

struct s {
    int *p;
    int n;
};

int main(void) {
    struct s s = {malloc(sizeof(int)), 0}, t;
    free(s.p);
    t.p = s.p; // undefined: dangling-pointer
    t.n = s.n;
    return t.n;
}
