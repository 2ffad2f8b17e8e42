// 7.24.2.3p2: the copy goes over its source
#include <string.h>

int main(void) {
    char s[8] = "abcd";
    stpcpy(s + 1, s); // undefined: overlapping-copy
    return 0;
}
