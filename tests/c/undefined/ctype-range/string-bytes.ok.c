// 7.4p1: the string is seen as unsigned char
#include <ctype.h>

int main(void) {
    int spaces = 0;
    const unsigned char s[] = {'a', ' ', 195, 164, 0};
    for (int i = 0; s[i]; i++)
        if (isspace(s[i])) spaces++;
    return spaces != 1;
}
