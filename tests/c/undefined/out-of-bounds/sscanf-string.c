// 7.21.6.2p12: the array has no room for the word and the null character
#include <stdio.h>

int main(void) {
    char s[4];
    sscanf("word", "%s", s); // undefined: out-of-bounds
    return s[0] != 'w';
}
