// 7.24.5.2p2: the search for a character that is not there runs off the array
#include <string.h>

int main(void) {
    static char s[2] = "no";
    return strchr(s, 'x') != NULL; // undefined: unterminated-string
}
