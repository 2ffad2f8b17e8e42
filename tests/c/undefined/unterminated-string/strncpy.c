// 7.24.2.4p3: a source as long as the count leaves no null character
#include <string.h>

int main(void) {
    char a[4], b[16];
    strncpy(a, "long", 4);
    strcpy(b, a); // undefined: unterminated-string
    return b[0] == 0;
}
