// 6.5.6p8: no room was allocated for the null character
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = strlen("word");
    char *s = malloc(n);
    if (!s) return 0;
    memcpy(s, "word", n);
    s[n] = '\0'; // undefined: one-past-access
    free(s);
    return 0;
}
