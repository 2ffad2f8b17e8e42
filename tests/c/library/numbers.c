// abs, div, atoi, strtol, strtod
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static void integer(const char *s, int base)
{
    char *end;
    errno = 0;
    long l = strtol(s, &end, base);
    printf("'%s' %d: %ld %d %d", s, base, l, (int)(end - s), errno == ERANGE);
    errno = 0;
    unsigned long u = strtoul(s, &end, base);
    printf(" %lu %d %d", u, (int)(end - s), errno == ERANGE);
    errno = 0;
    printf(" %lld %llu\n", strtoll(s, NULL, base), strtoull(s, &end, base));
}

static void real(const char *s)
{
    char *end;
    errno = 0;
    double d = strtod(s, &end);
    printf("'%s': %a %d %d", s, d, (int)(end - s), errno == ERANGE);
    printf(" %a %La\n", strtof(s, NULL), strtold(s, &end));
}

int main(void)
{
    printf("%d %d %ld %lld %jd\n", abs(-5), abs(7), labs(-(1L << 40)), llabs(LLONG_MIN + 1),
           imaxabs(-3));
    div_t d = div(-7, 2);
    ldiv_t l = ldiv(7, -2);
    printf("%d %d %ld %ld %lld %lld\n", d.quot, d.rem, l.quot, l.rem, lldiv(9, 4).quot,
           lldiv(9, 4).rem);
    printf("%d %d %d %ld %lld\n", atoi("42"), atoi(" -17x"), atoi("x"), atol("-5"),
           atoll("123456789012"));
    printf("%.3f %.3f\n", atof("3.25e1"), atof("none"));
    const char *texts[] = {"0", "12abc", " +077", "0x1fz", "-0x10", "", "-", "0x",
                           "99999999999999999999", "-9223372036854775808", "zz"};
    for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
        integer(texts[i], 10);
        integer(texts[i], 0);
        integer(texts[i], 16);
        integer(texts[i], 36);
    }
    const char *reals[] = {"1.5", "-2e10x", "0x1.8p3", "inf", "-INFINITYx", ".5.", "1e400",
                           "e5", "1e", "", "1.00000000000000000001"};
    for (unsigned i = 0; i < sizeof reals / sizeof *reals; i++)
        real(reals[i]);
    return 0;
}
