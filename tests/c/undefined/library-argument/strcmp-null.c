// 7.24.1p2: strcmp with a null pointer
#include <string.h>

static int same(const char *a, const char *b) {
    return strcmp(a, b) == 0; // undefined: library-argument
}

int main(void) {
    return same("x", NULL);
}
