// 7.24.3.1p2: the array has no room for both
#include <string.h>

int main(void) {
    char s[6] = "abc";
    const char *volatile t = "def";
    strcat(s, t); // undefined: out-of-bounds
    return s[0] != 'a';
}
