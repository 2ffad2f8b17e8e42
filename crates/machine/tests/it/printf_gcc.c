/* Prints what it reads. A line is: the type of the argument, the number of
 * stars in the format, their two values, the argument (bits in hexadecimal,
 * or text), the format; a tab after each but the last, for formats and texts
 * may have spaces. The answer is the length that printf tells, a space and
 * the text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef QUADMATH
#include <quadmath.h>
#endif

static char line[1 << 16], text[1 << 18];

/* Up to 32 hexadecimal digits, to the bytes of an object. */
static void read_bits(const char *from, void *to, size_t size)
{
    unsigned __int128 bits = 0;
    for (; *from; from++)
        bits = bits << 4 | (*from <= '9' ? *from - '0' : *from - 'a' + 10);
    memcpy(to, &bits, size);
}

#define PRINT(print, value)                                                     \
    (stars == 0   ? print(text, sizeof text, format, value)                     \
     : stars == 1 ? print(text, sizeof text, format, width, value)              \
                  : print(text, sizeof text, format, width, precision, value))

int main(void)
{
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        char *rest = line, *fields[6];
        for (int i = 0; i < 6; i++)
            fields[i] = strsep(&rest, "\t");
        int stars = atoi(fields[1]), width = atoi(fields[2]), precision = atoi(fields[3]);
        const char *argument = fields[4], *format = fields[5];
        union {
            int i;
            long l;
            double d;
            long double e;
#ifdef QUADMATH
            __float128 q;
#endif
            void *p;
        } u;
        int length = -1;
        if (*fields[0] != 's')
            read_bits(argument, &u, sizeof u);
        switch (*fields[0]) {
        case 'i': length = PRINT(snprintf, u.i); break;
        case 'l': length = PRINT(snprintf, u.l); break;
        case 'd': length = PRINT(snprintf, u.d); break;
        case 'e': length = PRINT(snprintf, u.e); break;
        case 'p': length = PRINT(snprintf, u.p); break;
        case 's': length = PRINT(snprintf, argument); break;
#ifdef QUADMATH
        case 'q': length = PRINT(quadmath_snprintf, u.q); break;
#endif
        }
        printf("%d ", length);
        if (length > 0)
            fwrite(text, 1, length, stdout);
        putchar('\n');
    }
    return 0;
}
