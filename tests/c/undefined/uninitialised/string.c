// 7.24.6.3p2: the length depends on bytes without a value
#include <string.h>

int main(void) {
    char s[4];
    s[0] = 'a';
    return strlen(s) == 77; // undefined: uninitialised
}
