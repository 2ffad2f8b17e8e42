// 7.24.2.2p2: the source is shorter than the count
#include <string.h>

int main(void) {
    char s[4] = "abc", t[8];
    volatile size_t n = 6;
    memmove(t, s, n); // undefined: out-of-bounds
    return t[0] != 'a';
}
