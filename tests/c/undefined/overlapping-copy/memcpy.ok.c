// 7.24.2.2p2: memmove is for that
#include <string.h>

int main(void) {
    char s[] = "abcdef";
    memmove(s + 1, s, 4);
    return s[0] != 'a';
}
