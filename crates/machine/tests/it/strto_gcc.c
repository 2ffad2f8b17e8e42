/* Reads numbers with the library. A line is a kind, a base and a text, with
 * single spaces between. The answer: the bits that were read, how many bytes
 * of the text they were, and whether it was a range error. */
#define _GNU_SOURCE /* strtof128 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 16];

static void put(const void *value, int bytes)
{
    while (bytes--)
        printf("%02x", ((const unsigned char *)value)[bytes]);
}

#define READ(type, bytes, call)    \
    {                              \
        type value = call;         \
        put(&value, bytes);        \
        break;                     \
    }

int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        char *base_text = strchr(line, ' ') + 1, *text = strchr(base_text, ' ') + 1, *end = text;
        int base = atoi(base_text);
        errno = 0;
        switch (*line) {
        case 'l': READ(long, 8, strtol(text, &end, base))
        case 'u': READ(unsigned long, 8, strtoul(text, &end, base))
        case 'f': READ(float, 4, strtof(text, &end))
        case 'd': READ(double, 8, strtod(text, &end))
        case 'e': READ(long double, 10, strtold(text, &end))
        case 'q': READ(_Float128, 16, strtof128(text, &end))
        }
        printf(" %d %d\n", (int)(end - text), errno == ERANGE);
    }
    return 0;
}
