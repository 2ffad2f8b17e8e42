// 7.24.3.2p2: a copy of it is apart
#include <string.h>

int main(void) {
    char s[8] = "abc", t[8] = "ab";
    strncat(s, t, 2);
    return strcmp(s, "abcab");
}
