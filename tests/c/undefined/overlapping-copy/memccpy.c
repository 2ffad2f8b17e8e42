// 7.24.2.1p2: as for memcpy (POSIX)
#include <string.h>

int main(void) {
    char s[8] = "abcdefg";
    memccpy(s + 1, s, 'x', 4); // undefined: overlapping-copy
    return 0;
}
