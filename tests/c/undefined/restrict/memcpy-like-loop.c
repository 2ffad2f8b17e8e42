// 6.7.3.1p4: what the second turn reads was written in the first
#include <stddef.h>

static void copy(char *restrict to, const char *restrict from, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = from[i]; // undefined: restrict
}

int main(void) {
    char s[8] = "abcdefg";
    copy(s + 1, s, 4);
    return s[0] != 'a';
}
