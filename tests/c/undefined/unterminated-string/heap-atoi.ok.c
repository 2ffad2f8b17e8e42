// 7.1.1p1: a string ends with its first null character
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = malloc(4);
    if (!s) return 0;
    memcpy(s, "1234", 4);
    s[2] = 0;
    int n = atoi(s) - 12;
    free(s);
    return n;
}
