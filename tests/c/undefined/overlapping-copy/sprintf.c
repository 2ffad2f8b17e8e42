// 7.21.6.6p2: the output is written over the argument
#include <stdio.h>
#include <string.h>

int main(void) {
    char s[16] = "ab";
    sprintf(s, "%s.", s); // undefined: overlapping-copy
    return s[0] == 0;
}
