// 7.21.6.7p2: the number goes behind its text
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *n = malloc(sizeof *n * 3);
    if (!n)
        return 0;
    char *text = (char *)n;
    sprintf(text, "1234");
    sscanf(text, "%d", n + 2);
    int read = n[2];
    free(n);
    return read != 1234;
}
