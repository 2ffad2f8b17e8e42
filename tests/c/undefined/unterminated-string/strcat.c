// 7.24.3.1p2: the destination is not a string yet
#include <string.h>

int main(void) {
    char s[4];
    memset(s, '-', sizeof s);
    strcat(s, "x"); // undefined: unterminated-string
    return s[0] == 0;
}
