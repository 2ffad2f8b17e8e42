// memcpy, memmove, memccpy, memset, memcmp, memchr and their GNU kin
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void)
{
    char a[16] = "0123456789abcde", b[16];
    printf("%d\n", memcpy(b, a, 16) == b);
    puts(b);
    memmove(b + 2, b, 8);
    puts(b);
    memmove(b, b + 4, 8);
    puts(b);
    printf("%d\n", (int)((char *)mempcpy(b, "xyz", 3) - b));
    puts(b);
    printf("%d\n", (int)((char *)memccpy(b, "one,two", ',', 8) - b));
    printf("%d %.4s\n", memccpy(b, "none", ',', 4) == NULL, b);
    memset(b, '*', 5);
    puts(b);
    __builtin_memset(b, 256 + '+', 2);
    puts(b);
    printf("%d %d %d %d\n", sign(memcmp("abc", "abd", 3)), sign(memcmp("abd", "abc", 3)),
           memcmp("abc", "abd", 2), sign(memcmp("\xff", "\x01", 1)));
    printf("%d %d\n", bcmp("ab", "ab", 2), bcmp("ab", "ac", 2) != 0);
    printf("%d %d\n", (int)((char *)memchr(a, '5', 16) - a), memchr(a, 'z', 16) == NULL);
    /* only as far as the first hit must the bytes be there */
    printf("%d\n", (int)((char *)memchr(a, '0', (size_t)-1) - a));
    printf("%s %d\n", (char *)memrchr("abcabc", 'b', 6),
           (int)((char *)rawmemchr(a, 'e') - a));
    printf("%d %d\n", (int)((char *)memmem(a, 16, "789", 3) - a), memmem(a, 5, "789", 3) == NULL);
    bzero(b, 3);
    printf("%d %d %d\n", b[0], b[2], b[3]);
    bcopy(a, b, 4);
    printf("%.4s\n", b);
    int *p = (int[]){1, 2, 3}, *q;
    memcpy(&q, &p, sizeof p);
    printf("%d\n", q[2]);
    memcpy(b, a, 0);
    return 0;
}
