// 7.24.2.3p2: source and destination are parts of one array without overlap
#include <string.h>

int main(void) {
    char s[8] = " ab";
    strcpy(s + 4, s + 1);
    return s[5] != 'b';
}
