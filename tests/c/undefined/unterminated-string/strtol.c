// 7.22.1.4p2: the digits run to the end of the array
#include <stdlib.h>

int main(void) {
    static char s[2] = {'4', '2'};
    return strtol(s, NULL, 10) == 77; // undefined: unterminated-string
}
