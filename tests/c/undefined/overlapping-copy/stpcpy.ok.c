// 7.24.2.2p2: memmove may
#include <string.h>

int main(void) {
    char s[8] = "abcd";
    memmove(s + 1, s, 5);
    return strcmp(s, "aabcd");
}
