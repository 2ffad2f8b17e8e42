// 7.24.5.8p1, 6.7.3.1p4: both parameters are restricted, and the token's end is in both
#include <string.h>

int main(void) {
    char s[8] = "ab,cd,";
    return strtok(s, s + 2) == 0; // undefined: restrict
}
