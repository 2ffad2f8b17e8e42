// 7.24.3.1p2: a copy of it is
#include <string.h>

int main(void) {
    char s[16] = "ab", t[16];
    strcpy(t, s);
    strcat(s, t);
    return s[0] != 'a';
}
