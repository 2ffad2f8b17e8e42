// 7.21.6.6p2: the array has no room for the null character
#include <stdio.h>

int main(void) {
    char s[3];
    volatile int n = 123;
    sprintf(s, "%d", n); // undefined: out-of-bounds
    return s[0] != '1';
}
