// 7.21.6.2p12: the set has no right bracket
#include <stdio.h>

int main(void) {
    char s[8];
    return sscanf("abc", "%7[a-c", s) == 77; // undefined: format
}
