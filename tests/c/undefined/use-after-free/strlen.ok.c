// 7.22.3p1: it is still there
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = strdup("abc");
    int wrong = strlen(s) != 3;
    free(s);
    return wrong;
}
