// 7.21.6.6p2: the output goes after it
#include <stdio.h>
#include <string.h>

int main(void) {
    char s[16] = "ab";
    sprintf(s + strlen(s), "%s", ".");
    return s[0] == 0;
}
