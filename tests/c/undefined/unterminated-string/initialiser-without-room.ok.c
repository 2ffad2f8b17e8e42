// 7.24.4.4p2: strncmp looks at no more than n characters
#include <string.h>

int main(void) {
    char s[4] = "abcd";
    return strncmp(s, "abcd", sizeof s);
}
