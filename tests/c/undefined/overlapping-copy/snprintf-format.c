// 7.21.6.5p2: the format is written over
#include <stdio.h>

int main(void) {
    char s[16] = "%d";
    return snprintf(s, sizeof s, s, 5) == 77; // undefined: overlapping-copy
}
