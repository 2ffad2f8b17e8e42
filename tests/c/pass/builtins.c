// Functions that only the compiler has.
int f(int x, double d)
{
    if (__builtin_expect(x, 0))
        __builtin_unreachable();
    int y;
    if (__builtin_add_overflow(x, 1, &y))
        return -1;
    return __builtin_constant_p(x) + __builtin_popcount(x) + __builtin_isnan(d) +
           __builtin_types_compatible_p(int, const int) + __builtin_choose_expr(1, y, "no") +
           (int)__builtin_offsetof(struct { int a; int b[3]; }, b[2]);
}
