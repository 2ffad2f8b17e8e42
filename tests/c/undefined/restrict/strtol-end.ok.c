// 7.22.1.4p1: it is stored behind the text
#include <stdlib.h>
#include <string.h>

int main(void) {
    char **end = malloc(2 * sizeof *end);
    if (!end)
        return 0;
    strcpy((char *)end, "12");
    long n = strtol((char *)end, end + 1, 10);
    free(end);
    return n != 12;
}
