// 7.24.2.4p3: the array has room for all of them
#include <string.h>

int main(void) {
    char s[4];
    volatile size_t n = 4;
    strncpy(s, "a", n);
    return s[0] != 'a' || s[3] != 0;
}
