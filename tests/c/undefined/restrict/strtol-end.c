// 7.22.1.4p1, 6.7.3.1p4: the end of the number is stored over its text
#include <stdlib.h>
#include <string.h>

int main(void) {
    char **end = malloc(sizeof *end);
    if (!end)
        return 0;
    strcpy((char *)end, "12");
    long n = strtol((char *)end, end, 10); // undefined: restrict
    free(end);
    return n != 12;
}
