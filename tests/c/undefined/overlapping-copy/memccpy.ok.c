// 7.24.2.1p2: it ends before they would meet
#include <string.h>

int main(void) {
    char s[8] = "abcdefg";
    memccpy(s + 4, s, 'b', 8);
    return strcmp(s, "abcdabg");
}
