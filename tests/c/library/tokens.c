// strtok, strtok_r, strsep
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>

int main(void)
{
    char s[] = "  one, two;;three ";
    for (char *t = strtok(s, " ,"); t; t = strtok(NULL, ";, "))
        printf("[%s]", t);
    puts(strtok(NULL, " ") ? "more" : "");
    char u[] = "a-b c-d", *outer, *inner;
    for (char *t = strtok_r(u, " ", &outer); t; t = strtok_r(NULL, " ", &outer))
        for (char *w = strtok_r(t, "-", &inner); w; w = strtok_r(NULL, "-", &inner))
            printf("<%s>", w);
    puts("");
    char v[] = "x,,y", *rest = v, *t;
    while ((t = strsep(&rest, ",")))
        printf("(%s)", t);
    puts("");
    return 0;
}
