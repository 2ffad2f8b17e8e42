// 6.2.6.1p6, 6.2.6.1p4: copying the struct or the bytes around it does not
#include <stdlib.h>
#include <string.h>

struct s {
    int *p;
    int n;
};

int main(void) {
    struct s s = {malloc(sizeof(int)), 0}, t;
    free(s.p);
    t = s;
    memcpy(&s, &t, sizeof s);
    return t.n;
}
