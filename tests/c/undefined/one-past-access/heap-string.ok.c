// 7.24.6.3p3: strlen does not count the null character, so one is added
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = strlen("word");
    char *s = malloc(n + 1);
    if (!s) return 0;
    memcpy(s, "word", n);
    s[n] = '\0';
    free(s);
    return 0;
}
