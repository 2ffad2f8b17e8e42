// 7.24.3.2p2: a string is appended to itself
#include <string.h>

int main(void) {
    char s[8] = "abc";
    strncat(s, s, 4); // undefined: overlapping-copy
    return 0;
}
