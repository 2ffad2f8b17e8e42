// 6.5.13p4: tested first
#include <string.h>

static int same(const char *a, const char *b) {
    return a && b && strcmp(a, b) == 0;
}

int main(void) {
    return same("x", NULL);
}
