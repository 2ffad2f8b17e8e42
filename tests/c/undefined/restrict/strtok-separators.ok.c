// 7.24.5.8p1: the separators are not written
#include <string.h>

int main(void) {
    char s[8] = "ab,cd,";
    return strtok(s, ",cd") != s;
}
