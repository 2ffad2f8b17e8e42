// 7.24.4.4p2: the count is larger than the array, and it does not end
#include <string.h>

int main(void) {
    static char s[3] = "abc";
    return strncmp(s, "abcd", 4) == 0; // undefined: unterminated-string
}
