// 7.24.5.6p2: the set does not end
#include <string.h>

int main(void) {
    static char set[2] = "ab";
    return strspn("abc", set) == 77; // undefined: unterminated-string
}
