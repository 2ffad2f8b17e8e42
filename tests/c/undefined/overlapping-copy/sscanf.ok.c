// 7.21.6.7p2: it goes behind what was read
#include <stdio.h>

int main(void) {
    char s[16] = "one two";
    return sscanf(s, "%3s", s + 8) != 1;
}
