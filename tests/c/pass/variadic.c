// Arguments from a list.
int f(int n, ...)
{
    __builtin_va_list a, b;
    __builtin_va_start(a, n);
    __builtin_va_copy(b, a);
    int s = __builtin_va_arg(a, int) + *__builtin_va_arg(a, int *) + (int)__builtin_va_arg(b, double);
    struct s { long x, y, z; } t = __builtin_va_arg(b, struct s);
    __builtin_va_end(a);
    return s + t.y;
}
