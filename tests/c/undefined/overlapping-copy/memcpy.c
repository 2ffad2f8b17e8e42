// 7.24.2.1p2: source and destination overlap
#include <string.h>

int main(void) {
    char s[] = "abcdef";
    memcpy(s + 1, s, 4); // undefined: overlapping-copy
    return s[0] != 'a';
}
