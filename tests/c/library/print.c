// output beyond the plain directives of printf
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int into(char *to, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int result = vsnprintf(to, size, format, list);
    va_end(list);
    return result;
}

static void out(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    va_start(list, format);
    vfprintf(stdout, format, list);
    va_end(list);
}

int main(void)
{
    char b[32];
    int n = 0;
    long m = 0;
    printf("abc%n def%ln\n", &n, &m);
    printf("%d %ld\n", n, m);
    printf("%d %s\n", sprintf(b, "%05d|%-4s|%c", 42, "x", 'y'), b);
    printf("%d %s\n", snprintf(b, 5, "truncated"), b);
    printf("%d\n", snprintf(NULL, 0, "%d", 12345));
    printf("%d %s\n", into(b, sizeof b, "%s-%d", "v", 7), b);
    out("<%d %s>", 1, "two");
    puts("");
    putchar('p'), putc('q', stdout), fputc('r', stdout), putchar_unlocked('\n');
    fputs("fputs ", stdout);
    printf("%d\n", (int)fwrite("fwrite\n", 1, 7, stdout));
    printf("%d %d\n", fflush(stdout), fflush(NULL));
    fprintf(stdout, "%.3f %e %g %a\n", 1.0 / 3, 12345.678, 1e-5, 0.5);
    fprintf(stderr, "to stderr\n");
    return 0;
}
