// fscanf, the v-forms, the unlocked forms, buffering
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int in(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vscanf(format, list);
    va_end(list);
    return n;
}

static int from(FILE *file, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int n = vfscanf(file, format, list);
    va_end(list);
    return n;
}

static void forms(const char *format, ...)
{
    char b[64], *s;
    va_list list;
    va_start(list, format);
    printf("%d ", vsprintf(b, format, list));
    puts(b);
    va_end(list);
    va_start(list, format);
    printf("%d ", vasprintf(&s, format, list));
    puts(s);
    free(s);
    va_end(list);
    va_start(list, format);
    __builtin___vsprintf_chk(b, 0, sizeof b, format, list);
    va_end(list);
    va_start(list, format);
    __builtin___vsnprintf_chk(b, 10, 0, sizeof b, format, list);
    puts(b);
    va_end(list);
    va_start(list, format);
    __builtin___vprintf_chk(0, format, list);
    va_end(list);
    va_start(list, format);
    __builtin___vfprintf_chk(stdout, 0, format, list);
    va_end(list);
    puts("");
}

int main(void)
{
    char line[32], s[8];
    int n = 0;
    setvbuf(stdout, NULL, _IONBF, 0);
    setbuf(stdout, NULL);
    setlinebuf(stdout);
    printf("%d", fscanf(stdin, "%d", &n));
    printf(" %d\n", n);
    printf("%d", in("%7s", s));
    printf(" %s\n", s);
    printf("%d", from(stdin, " %d", &n));
    printf(" %d\n", n);
    printf("%d", getc_unlocked(stdin));
    printf(" %d\n", getchar_unlocked());
    printf("%d\n", fgetc_unlocked(stdin));
    printf("%s", fgets_unlocked(line, sizeof line, stdin));
    printf("%d", (int)fread_unlocked(line, 1, 3, stdin));
    printf(" %.3s %d %d\n", line, feof_unlocked(stdin), ferror_unlocked(stdin));
    fputs_unlocked("fputs ", stdout);
    fputc_unlocked('c', stdout);
    putc_unlocked('\n', stdout);
    fwrite_unlocked("block\n", 2, 3, stdout);
    fflush_unlocked(stdout);
    forms("<%d %s>", 12, "twelve");
    strcpy(line, "xyz");
    __builtin___stpncpy_chk(line, "a", 2, sizeof line);
    puts(line);
    return 0;
}
