// 7.24.2.2p2: it is not
#include <string.h>

int main(void) {
    char s[4] = "abc", t[8];
    volatile size_t n = 4;
    memmove(t, s, n);
    return t[0] != 'a';
}
