// 7.1.1p1: the array ends with a null character
#include <string.h>

int main(void) {
    char s[5] = {'a', ' ', 'b', 'c'};
    return strtok(s, " ") != s || strtok(NULL, " ") != s + 2;
}
