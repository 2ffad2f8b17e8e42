/* Objects of every floating type: as variables, static, in arrays and structs, through
   pointers, in complex numbers, by the mode that an attribute names. */
#include <stdio.h>

typedef float quad __attribute__((mode(TF)));
typedef float extended __attribute__((mode(XF)));

#define TYPES(with)                                                                    \
    with(half, _Float16) with(single, float) with(number, double)                      \
    with(wide, long double) with(narrow, _Float32) with(usual, _Float64)               \
    with(most, _Float128) with(more, _Float32x) with(other, _Float64x)                 \
    with(old, __float128) with(by_mode, quad) with(by_extended, extended)

#define PROGRAM(name, type)                                                            \
    static type name##_static = 1.5, name##_row[2] = { 0.25, 3 };                      \
    static type name##_zero;                                                           \
    static type name##_twice(type x) { return x + x; }                                 \
    static void name(void)                                                             \
    {                                                                                  \
        type x = 1.25, *p = &x, row[2] = { name##_row[1], 5 };                         \
        struct { char c; type f; } in = { 1, 2.5 }, copy = in;                         \
        volatile type watched = name##_twice(name##_static);                           \
        *p = *p * 3 + name##_zero;                                                     \
        p = row;                                                                       \
        p[1] += copy.f++;                                                              \
        printf("%-12s%d %d %d %d %d %d\n", #name, (int)(x * 4), (int)(row[1] * 2),     \
               (int)(copy.f * 2), (int)watched, (int)(name##_row[0] * 4), x > row[1]); \
    }

TYPES(PROGRAM)

static _Complex _Float128 sum(_Complex _Float128 a, _Complex _Float128 b)
{
    return a + b;
}

int main(void)
{
#define CALL(name, type) name();
    TYPES(CALL)
    _Complex _Float128 z = sum(1.5F128, 2.5F128);
    printf("%d %d\n", (int)__real__ z, (int)__imag__ z);
    return 0;
}
