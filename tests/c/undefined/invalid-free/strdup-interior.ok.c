// 7.22.3.3p2: it is the one that was returned
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *s = strdup("abc");
    free(s);
    return 0;
}
