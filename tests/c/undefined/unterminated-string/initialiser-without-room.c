// 6.7.9p14: the null character does not fit the array and is left out
#include <string.h>

int main(void) {
    char s[4] = "abcd";
    return strcmp(s, "abcd"); // undefined: unterminated-string
}
