// 7.13.2.1p3: the struct was changed through a pointer
#include <setjmp.h>
#include <stdlib.h>

struct s {
    int n;
};

static jmp_buf env;

int main(void) {
    struct s local = {1}, *p = &local;
    if (setjmp(env) == 0) {
        p->n = 2;
        longjmp(env, 1);
    }
    return local.n == 77; // undefined: longjmp-local
}
