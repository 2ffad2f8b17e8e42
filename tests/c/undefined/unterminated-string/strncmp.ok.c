// 7.24.4.4p2: the count is that of the array
#include <string.h>

int main(void) {
    static char s[3] = "abc";
    return strncmp(s, "abcd", 3) != 0;
}
