// 6.5p6: allocated memory is defined by no declaration, and can be filled by memcpy
#include <stdlib.h>
#include <string.h>

struct s {
    const int id;
    int n;
};

int main(void) {
    struct s s = {1, 2};
    struct s *p = malloc(sizeof *p);
    if (!p) return 0;
    memcpy(p, &s, sizeof s);
    int r = p->id != 1;
    free(p);
    return r;
}
