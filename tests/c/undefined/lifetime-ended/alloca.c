// 6.2.4p2: memory of alloca goes when its function returns
#include <alloca.h>

static char *kept(void) {
    char *s = __builtin_alloca(1);
    *s = 5;
    return s;
}

int main(void) {
    return *kept() == 77; // undefined: lifetime-ended
}
