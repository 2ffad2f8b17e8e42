// 7.24.3.1p2: it has
#include <string.h>

int main(void) {
    char s[7] = "abc";
    const char *volatile t = "def";
    return strcmp(strcat(s, t), "abcdef");
}
