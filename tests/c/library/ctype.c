// every character in every class, by macro and by function
#include <ctype.h>
#include <stdio.h>

#define CLASS(name) \
    { \
        int macros = 0, functions = 0, sum = 0; \
        for (int c = -1; c < 256; c++) { \
            macros += name(c) != 0; \
            functions += (name)(c) != 0; \
            sum += name(c) ? c : 0; \
        } \
        printf("%s %d %d %d\n", #name, macros, functions, sum); \
    }

int main(void)
{
    CLASS(isalpha)
    CLASS(isdigit)
    CLASS(isalnum)
    CLASS(isspace)
    CLASS(isupper)
    CLASS(islower)
    CLASS(isprint)
    CLASS(ispunct)
    CLASS(isxdigit)
    CLASS(iscntrl)
    CLASS(isgraph)
    CLASS(isblank)
    int upper = 0, lower = 0;
    for (int c = -1; c < 256; c++) {
        upper = (upper * 31 + toupper(c)) % 65521;
        lower = (lower * 31 + (tolower)(c)) % 65521;
    }
    printf("%d %d %c%c\n", upper, lower, toupper('q'), tolower('Q'));
    printf("%d %d\n", isascii(200) != 0, toascii(200));
    return 0;
}
