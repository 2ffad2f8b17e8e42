// 6.5.2.2p9: a function between them has the type that qsort wants
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    return strncmp(a, b, 4);
}

int main(void) {
    char words[3][4] = {"one", "two", "six"};
    qsort(words, 3, sizeof words[0], compare);
    return memcmp(words[1], "six", 4);
}
