// 7.13.2.1p3: it is given a new value before it is used
#include <setjmp.h>

int main(void) {
    jmp_buf env;
    int y = 0;
    if (!setjmp(env)) {
        y = 5;
        longjmp(env, 1);
    }
    y = 0;
    return y & 0;
}
