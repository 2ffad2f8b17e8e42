// 7.1.1p1: it has room for the null character
#include <stdlib.h>
#include <string.h>

int main(void) {
    static char s[3] = "ab";
    char *t = strdup(s);
    int wrong = !t || strcmp(t, "ab") != 0;
    free(t);
    return wrong;
}
