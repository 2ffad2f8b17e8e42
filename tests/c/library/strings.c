// the functions of string.h that copy, compare and search
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }

static void at(const char *s, const char *found)
{
    if (found)
        printf(" %d", (int)(found - s));
    else
        printf(" none");
}

int main(void)
{
    char b[32];
    const char *s = "hello, world";
    printf("%zu %zu %zu %zu\n", strlen(s), strlen(""), strnlen(s, 5), strnlen(s, 50));
    printf("%s %s\n", strcpy(b, "abc"), b);
    printf("%d %s\n", (int)(stpcpy(b, "defg") - b), b);
    memset(b, '#', 12), b[12] = 0;
    strncpy(b, "ab", 5);
    printf("%s %d %d %d %c\n", b, b[2], b[3], b[4], b[5]);
    strncpy(b, "abcdefgh", 3);
    printf("%.5s|%d\n", b, (int)(stpncpy(b, "xy", 4) - b));
    strcpy(b, "one");
    printf("%s\n", strcat(b, "two"));
    printf("%s\n", strncat(b, "three", 2));
    printf("%s\n", strncat(b, "4", 20));
    printf("%d %d %d %d %d\n", strcmp("a", "a"), sign(strcmp("a", "b")), sign(strcmp("b", "a")),
           sign(strcmp("", "a")), sign(strcmp("\x80", "a")));
    printf("%d %d %d %d\n", strncmp("abc", "abd", 2), sign(strncmp("abc", "abd", 3)),
           strncmp("a", "b", 0), strncmp("ab\0x", "ab\0y", 4));
    printf("%d %d %d %d\n", strcasecmp("HeLLo", "hEllO"), sign(strcasecmp("a", "B")),
           strncasecmp("ABx", "aby", 2), sign(strcoll("a", "b")));
    at(s, strchr(s, 'o')), at(s, strchr(s, 0)), at(s, strchr(s, 'z')), at(s, strchr(s, 'o' + 256));
    at(s, strrchr(s, 'o')), at(s, strrchr(s, 0)), at(s, strrchr(s, 'z'));
    at(s, index(s, 'l')), at(s, rindex(s, 'l')), at(s, strchrnul(s, 'z'));
    puts("");
    at(s, strstr(s, "world")), at(s, strstr(s, "")), at(s, strstr(s, "worlds"));
    at(s, strcasestr(s, "WOR")), at(s, strpbrk(s, "wo")), at(s, strpbrk(s, "xyz"));
    puts("");
    printf("%zu %zu %zu %zu\n", strspn(s, "ehl"), strspn(s, ""), strcspn(s, ","), strcspn(s, "#"));
    printf("%zu %s\n", strxfrm(b, "text", sizeof b), b);
    return 0;
}
