// numbers: intmax_t, the exact integers of math.h, times
#define _GNU_SOURCE
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void)
{
    imaxdiv_t d = imaxdiv(-17, 5);
    printf("%jd %jd\n", d.quot, d.rem);
    printf("%jd %ju\n", strtoimax("-12", NULL, 10), strtoumax("ff", NULL, 16));
    printf("%lld %llu\n", (long long)strtoq("99", NULL, 0), (unsigned long long)strtouq("077", NULL, 0));
    volatile double x[] = {2.5, -2.5, 3.5, -0.1, 1e9, 0.0};
    for (int i = 0; i < 6; i++) {
        printf("%lld %lld %ld %ld", llrint(x[i]), llround(x[i]), lrintf((float)x[i]), lroundl(x[i]));
        printf(" %d %ld %lld", __builtin_iceil(x[i]), __builtin_lfloor(x[i]), __builtin_llceil(x[i]));
        printf(" %d %d %ld %lld\n", __builtin_iround(x[i]), __builtin_ifloor(x[i]),
               __builtin_lceil(x[i]), __builtin_llfloor(x[i]));
        printf("%a %a %a\n", drem(x[i], 0.3), significand(x[i]), x[i] == 0 ? 0.0 : logb(x[i]));
        printf("%d %d %d\n", finite(x[i]), isnan(x[i]), isinf(x[i]));
    }
    printf("%g\n", difftime(100, 58));
    char b[4] = "abc";
    explicit_bzero(b, 2);
    printf("%d %c\n", b[0], b[2]);
    printf("%d\n", secure_getenv("ELENCHUS_HAS_NO_SUCH_VARIABLE") == NULL);
    srandom(1);
    _Exit(0 * printf("ended\n") + (fflush(stdout), 0));
}
