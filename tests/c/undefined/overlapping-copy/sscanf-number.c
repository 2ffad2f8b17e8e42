// 7.21.6.7p2: the number is stored into the bytes that it was read from
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *n = malloc(sizeof *n * 2);
    if (!n)
        return 0;
    char *text = (char *)n;
    sprintf(text, "1234");
    sscanf(text, "%d", n); // undefined: overlapping-copy
    free(n);
    return 0;
}
