// 6.2.4p2: that of the caller does not
#include <alloca.h>

static char *kept(void) {
    char *s = __builtin_alloca(1);
    *s = 5;
    return s;
}

int main(void) {
    char *s = alloca(1);
    *s = 5;
    return *s != 5;
}
