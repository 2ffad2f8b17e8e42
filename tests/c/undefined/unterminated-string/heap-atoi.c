// 7.22.1.2, 7.1.1p1: digits without an end
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = malloc(4);
    if (!s) return 0;
    memcpy(s, "1234", 4);
    int n = atoi(s); // undefined: unterminated-string
    free(s);
    return n == 77;
}
