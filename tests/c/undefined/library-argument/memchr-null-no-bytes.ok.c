// 7.24.1p2: one past the end is valid
#include <string.h>

int main(void) {
    char c = 1;
    const void *volatile p = &c + 1;
    return memchr(p, 1, 0) != 0;
}
