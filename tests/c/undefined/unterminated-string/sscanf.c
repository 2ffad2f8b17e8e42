// 7.21.6.7p2: the text is a string
#include <stdio.h>

int main(void) {
    static char s[2] = "12";
    int n = 0;
    return sscanf(s, "%1d", &n) == 77; // undefined: unterminated-string
}
