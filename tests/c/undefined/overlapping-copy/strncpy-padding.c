// 7.24.2.4p2: the padding of null characters reaches the source
#include <string.h>

int main(void) {
    char s[8] = "....xy";
    strncpy(s, s + 4, 6); // undefined: overlapping-copy
    return s[0] != 'x';
}
