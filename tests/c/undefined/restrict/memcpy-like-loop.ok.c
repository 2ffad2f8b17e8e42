// 6.7.3.1p4: *to and *from never meet
#include <stddef.h>

static void copy(char *restrict to, const char *restrict from, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = from[i];
}

int main(void) {
    char s[8] = "abcdefg";
    copy(s + 4, s, 4);
    return s[0] != 'a';
}
