/* Computes with the library's math. A line is a format, a function and three
 * operands in hexadecimal; the answer is the bits of the result. */
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef unsigned __int128 wide;

static void put(wide value)
{
    printf("%llx%016llx\n", (unsigned long long)(value >> 64), (unsigned long long)value);
}

#define ANSWER(type, s)                                                      \
    {                                                                        \
        type x, y, z, r = 0, w;                                              \
        int n;                                                               \
        memcpy(&x, &a, sizeof x);                                            \
        memcpy(&y, &b, sizeof y);                                            \
        memcpy(&z, &c, sizeof z);                                            \
        switch (function) {                                                  \
        case 'f': r = floor##s(x); break;                                    \
        case 'c': r = ceil##s(x); break;                                     \
        case 't': r = trunc##s(x); break;                                    \
        case 'r': r = round##s(x); break;                                    \
        case 'e': r = rint##s(x); break;                                     \
        case 'q': r = sqrt##s(x); break;                                     \
        case 'm': r = fmod##s(x, y); break;                                  \
        case 'd': r = remainder##s(x, y); break;                             \
        case 'Q': r = remquo##s(x, y, &n); r = n % 8; break;                 \
        case 'a': r = fma##s(x, y, z); break;                                \
        case 'n': r = nextafter##s(x, y); break;                             \
        case 'x': r = frexp##s(x, &n); break;                                \
        case 'X': frexp##s(x, &n); r = n; break;                             \
        case 'o': r = modf##s(x, &w); break;                                 \
        case 'O': modf##s(x, &w); r = w; break;                              \
        case 'l': r = logb##s(x); break;                                     \
        case 's': r = scalbn##s(x, (int)(short)b); break;                    \
        case 'i': r = fdim##s(x, y); break;                                  \
        }                                                                    \
        wide bits = 0;                                                       \
        memcpy(&bits, &r, sizeof r < 10 ? sizeof r : s##bytes);              \
        put(bits);                                                           \
        break;                                                               \
    }

enum { fbytes = 4, bytes = 8, lbytes = 10 };

int main(void)
{
    char format, function;
    unsigned long long ah, al, bh, bl, ch, cl;
    while (scanf(" %c %c %llx %llx %llx %llx %llx %llx", &format, &function, &ah, &al, &bh, &bl, &ch, &cl) == 8) {
        wide a = (wide)ah << 64 | al, b = (wide)bh << 64 | bl, c = (wide)ch << 64 | cl;
        switch (format) {
        case 'f': ANSWER(float, f)
        case 'd': ANSWER(double, )
        case 'l': ANSWER(long double, l)
        }
    }
    return 0;
}
