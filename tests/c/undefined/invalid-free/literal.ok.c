// 7.22.3.3p2: a copy of it is
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = "static";
    char *t = malloc(strlen(s) + 1);
    if (!t) return 0;
    s = strcpy(t, s);
    free(s);
    return 0;
}
