// what a floating value is, and how two compare
#include <float.h>
#include <math.h>
#include <stdio.h>

#define TESTS(type) \
    { \
        volatile type v[] = {0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, -NAN, FLT_MIN / 2}; \
        for (int i = 0; i < 9; i++) { \
            type x = v[i]; \
            printf("%d%d%d%d%d %d %d:", isnan(x) != 0, isinf(x) != 0, isfinite(x) != 0, \
                   isnormal(x) != 0, signbit(x) != 0, fpclassify(x), __builtin_isinf_sign(x)); \
            for (int k = 0; k < 9; k++) { \
                type y = v[k]; \
                printf(" %d%d%d%d%d%d", isgreater(x, y), isgreaterequal(x, y), isless(x, y), \
                       islessequal(x, y), islessgreater(x, y), isunordered(x, y)); \
            } \
            puts(""); \
        } \
    }

int main(void)
{
    TESTS(float)
    TESTS(double)
    TESTS(long double)
    printf("%d %d %d\n", __builtin_isunordered(1.0f, 2.0), __builtin_isless(1, 2.0), isgreater(3.0L, 2.0f));
    printf("%g %g %Lg %g\n", __builtin_inf(), -__builtin_huge_valf(), __builtin_infl(), fabs(__builtin_nan("")));
    printf("%d\n", __builtin_signbit(-1.0) != 0 && __builtin_signbitf(-0.0f) && !__builtin_signbitl(1.0L));
    return 0;
}
