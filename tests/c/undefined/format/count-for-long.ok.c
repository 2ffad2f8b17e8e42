// 7.21.6.1p7: %ln stores a long
#include <stdio.h>

int main(void) {
    long n = 0;
    char s[8];
    return sprintf(s, "%d%ln", 5, &n) != 1 || n != 1;
}
