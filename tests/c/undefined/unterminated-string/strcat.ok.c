// 7.24.3.1p2: the empty string is one
#include <string.h>

int main(void) {
    char s[4];
    memset(s, '-', sizeof s);
    s[0] = 0;
    strcat(s, "x");
    return s[0] == 0;
}
