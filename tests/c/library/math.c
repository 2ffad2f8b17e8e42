// what math.h has of exact functions, in three types
#define _GNU_SOURCE
#include <errno.h>
#include <math.h>
#include <stdio.h>

#define SHOW(g) \
    for (unsigned i = 0; i < sizeof x / sizeof *x; i++) \
        printf("%s(%a) = %a %a %La\n", #g, x[i], g(x[i]), g##f((float)x[i]), g##l(x[i]));

#define SHOW2(g) \
    for (unsigned i = 0; i < sizeof x / sizeof *x; i++) \
        for (unsigned k = 0; k < sizeof y / sizeof *y; k++) \
            printf("%s(%a, %a) = %a %a %La\n", #g, x[i], y[k], g(x[i], y[k]), \
                   g##f((float)x[i], (float)y[k]), g##l(x[i], y[k]));

static volatile double x[] = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1e10, 0x1.fffffffffffffp51,
                              -1e300, 0x1p-1074, INFINITY, -INFINITY};
static volatile double y[] = {1.0, -3.0, 0.1, 0x1p-149, 1e308, INFINITY};

int main(void)
{
    SHOW(floor)
    SHOW(ceil)
    SHOW(trunc)
    SHOW(round)
    SHOW(rint)
    SHOW(nearbyint)
    SHOW(fabs)
    SHOW(logb)
    SHOW2(copysign)
    SHOW2(fmin)
    SHOW2(fmax)
    SHOW2(fdim)
    SHOW2(nextafter)
    for (unsigned i = 0; i < 11; i++) {
        int e, q;
        double whole;
        double m = frexp(x[i], &e), r = modf(x[i], &whole);
        printf("%a %d %a %a %a\n", m, e, r, whole, remquo(x[i], 3.0, &q));
        printf("%a %a %a\n", fmod(x[i], 0.7), remainder(x[i], 0.7), sqrt(fabs(x[i])));
        printf("%a %a %a\n", ldexp(x[i], 3), scalbn(x[i], -1070), scalbln(x[i], 2000));
        printf("%La %a\n", sqrtl(fabsl(x[i])), sqrtf((float)fabs(x[i])));
    }
    printf("%ld %ld %lld %lld %d\n", lrint(2.5), lround(2.5), llrintf(-3.5f), llroundl(-0.5L),
           ilogb(1000.0));
    printf("%a %a %La\n", fma(0.1, 10.0, -1.0), fmaf(0.1f, 10.0f, -1.0f), fmal(0.1L, 10.0L, -1.0L));
    printf("%d %d\n", isnan(sqrt(-1.0)) != 0, isnan(fmod(1.0, 0.0)) != 0);
    errno = 0;
    volatile double minus = -1.0;
    int is_nan = isnan(sqrt(minus)) != 0;
    printf("%d %d\n", is_nan, errno == EDOM);
    printf("%a %a\n", nexttoward(1.0, 2.0L), nexttowardf(1.0f, 0.0L));
    return 0;
}
