// the standard input: characters, lines, scanf, blocks, its end
#include <stdio.h>

int main(void)
{
    int c = getchar(), n = 0;
    char line[16], word[16];
    printf("%c", c);
    ungetc(c, stdin);
    printf("%c", getc(stdin));
    printf("%c\n", fgetc(stdin));
    printf("%s", fgets(line, sizeof line, stdin));
    printf("%d", scanf("%d %15s", &n, word));
    printf(" %d %s\n", n, word);
    printf("%d", scanf("%d", &n));
    printf(" %c\n", getchar());
    printf("%s|", fgets(line, 4, stdin));
    printf("%s", fgets(line, 16, stdin));
    printf("%d", (int)fread(word, 2, 2, stdin));
    printf(" %.4s\n", word);
    printf("%d %d\n", feof(stdin) != 0, ferror(stdin));
    while ((c = getchar()) != EOF)
        n += c;
    printf("%d %d", n, feof(stdin) != 0);
    printf(" %d\n", getchar() == EOF);
    printf("%d", scanf("%d", &n));
    printf(" %d\n", fgets(line, 16, stdin) == NULL);
    clearerr(stdin);
    printf("%d\n", feof(stdin));
    return 0;
}
