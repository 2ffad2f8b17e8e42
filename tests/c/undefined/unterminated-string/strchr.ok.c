// 7.24.5.2p2: the null character is part of the string
#include <string.h>

int main(void) {
    static char s[3] = "no";
    return strchr(s, '\0') != s + 2;
}
