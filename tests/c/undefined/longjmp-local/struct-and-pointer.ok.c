// 7.13.2.1p3: an allocated object is not local
#include <setjmp.h>
#include <stdlib.h>

struct s {
    int n;
};

static jmp_buf env;

int main(void) {
    static struct s *p;
    p = calloc(1, sizeof *p);
    if (!p) return 0;
    if (setjmp(env) == 0) {
        p->n = 2;
        longjmp(env, 1);
    }
    int r = p->n != 2;
    free(p);
    return r;
}
