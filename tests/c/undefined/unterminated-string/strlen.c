// 7.24.6.3: there is no null character in the array
#include <string.h>

int main(void) {
    char s[3] = {'a', 'b', 'c'};
    return strlen(s) == 77; // undefined: unterminated-string
}
