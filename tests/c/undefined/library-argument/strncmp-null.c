// 7.24.1p2: even for no characters the pointer must be valid
#include <string.h>

int main(void) {
    const char *volatile p = 0;
    return strncmp(p, "a", 0); // undefined: library-argument
}
