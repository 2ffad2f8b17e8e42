// 7.24.4.2p2: also what differs early is a string
#include <string.h>

int main(void) {
    const char s[3] = {'x', 'y', 'z'};
    return strcmp(s, "a") == 0; // undefined: unterminated-string
}
