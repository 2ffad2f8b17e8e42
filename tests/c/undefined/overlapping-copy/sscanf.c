// 7.21.6.7p2: the word is written over the text that it is read from
#include <stdio.h>

int main(void) {
    char s[16] = "one two";
    return sscanf(s, "%s", s) == 77; // undefined: overlapping-copy
}
