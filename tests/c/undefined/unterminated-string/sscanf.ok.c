// 7.1.1p1: it has room for the null character
#include <stdio.h>

int main(void) {
    static char s[3] = "12";
    int n = 0;
    return sscanf(s, "%1d", &n) != 1 || n != 1;
}
