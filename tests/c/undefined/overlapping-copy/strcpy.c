// 7.24.2.3p2: the string is moved down by one within its array
#include <string.h>

int main(void) {
    char s[8] = " ab";
    strcpy(s, s + 1); // undefined: overlapping-copy
    return s[1] != 'b';
}
