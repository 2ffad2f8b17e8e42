// the checked forms that _FORTIFY_SOURCE makes
#include <stdio.h>
#include <string.h>

int main(void)
{
    char b[32];
    size_t size = sizeof b, unknown = (size_t)-1;
    __builtin___memcpy_chk(b, "copied", 7, size);
    puts(b);
    __builtin___memmove_chk(b + 1, b, 7, size - 1);
    puts(b);
    printf("%d\n", (int)((char *)__builtin___mempcpy_chk(b, "xy", 2, unknown) - b));
    __builtin___memset_chk(b, '.', 3, size);
    puts(b);
    puts(__builtin___strcpy_chk(b, "str", size));
    printf("%d\n", (int)(__builtin___stpcpy_chk(b, "stpc", unknown) - b));
    puts(__builtin___strcat_chk(b, "+cat", size));
    puts(__builtin___strncat_chk(b, "12345", 2, size));
    puts(__builtin___strncpy_chk(b, "n", 3, size));
    printf("%d %s\n", __builtin___sprintf_chk(b, 0, size, "%d", 77), b);
    printf("%d %s\n", __builtin___snprintf_chk(b, 3, 0, size, "%d", 7777), b);
    __builtin___printf_chk(0, "%s %d\n", "printf", 1);
    __builtin___fprintf_chk(stdout, 0, "%s %d\n", "fprintf", 2);
    return 0;
}
