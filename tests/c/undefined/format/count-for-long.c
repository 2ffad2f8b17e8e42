// 7.21.6.1p8: %n stores an int
#include <stdio.h>

int main(void) {
    long n = 0;
    char s[8];
    return sprintf(s, "%d%n", 5, &n) == 77; // undefined: format
}
