// 7.4p1: bytes above 127 are negative in signed char
#include <ctype.h>

int main(void) {
    int spaces = 0;
    const signed char s[] = {'a', ' ', -61, -92, 0};
    for (int i = 0; s[i]; i++)
        if (isspace(s[i])) spaces++; // undefined: ctype-range
    return spaces != 1;
}
