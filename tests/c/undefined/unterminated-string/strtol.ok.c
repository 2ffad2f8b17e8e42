// 7.1.1p1: with the null character it is a string
#include <stdlib.h>

int main(void) {
    static char s[3] = {'4', '2'};
    return strtol(s, NULL, 10) != 42;
}
