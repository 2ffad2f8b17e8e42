// 7.24.2.3p2, 7.1.4p1: the copied string does not fit its destination
#include <string.h>

int main(void) {
    char s[5];
    strcpy(s, "abcde"); // undefined: out-of-bounds
    return s[4];
}
