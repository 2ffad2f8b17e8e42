// 7.24.3.1p2: a string is appended to itself
#include <string.h>

int main(void) {
    char s[16] = "ab", t[16];
    strcat(s, s); // undefined: overlapping-copy
    return s[0] != 'a';
}
