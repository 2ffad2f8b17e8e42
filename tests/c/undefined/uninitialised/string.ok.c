// 7.24.6.3p2: it ends before them
#include <string.h>

int main(void) {
    char s[4];
    s[0] = 0;
    return strlen(s) != 0;
}
