// 7.1.1p1: what is copied does not end
#include <stdlib.h>
#include <string.h>

int main(void) {
    static char s[2] = "ab";
    char *t = strdup(s); // undefined: unterminated-string
    free(t);
    return 0;
}
