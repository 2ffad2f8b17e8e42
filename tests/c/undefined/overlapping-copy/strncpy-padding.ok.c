// 7.24.2.4p2: with the smaller count it does not
#include <string.h>

int main(void) {
    char s[8] = "....xy";
    strncpy(s, s + 4, 3);
    return s[0] != 'x';
}
