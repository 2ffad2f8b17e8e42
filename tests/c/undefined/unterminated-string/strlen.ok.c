// 7.24.5.1p2: memchr knows where the array ends
#include <string.h>

int main(void) {
    char s[3] = {'a', 'b', 'c'};
    return memchr(s, 0, sizeof s) != NULL;
}
