// Vectors: operators, elements, shuffles and casts.
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
v4 a = {1, 2, 3, 4};
v4 f(v4 x, f4 y, int n)
{
    x[n] = 5;
    x = x * 2 + a;
    x += y > 1.0f;
    x = __builtin_shuffle(x, a, (v4){0, 4, 1, 5});
    y = -y + (f4)x;
    return (v4)(x == a) + ~x + __builtin_convertvector(y, v4) << 1;
}
