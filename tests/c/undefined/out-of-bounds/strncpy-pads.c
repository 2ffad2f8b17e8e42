// 7.24.2.4p3: null characters are written until the count is reached
#include <string.h>

int main(void) {
    char s[4];
    volatile size_t n = 5;
    strncpy(s, "a", n); // undefined: out-of-bounds
    return s[0] != 'a';
}
