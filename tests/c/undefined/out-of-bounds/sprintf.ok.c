// 7.21.6.5p2: snprintf writes less
#include <stdio.h>

int main(void) {
    char s[3];
    volatile int n = 123;
    return snprintf(s, sizeof s, "%d", n) != 3 || s[1] != '2';
}
