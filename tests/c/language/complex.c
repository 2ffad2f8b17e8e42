// Complex numbers: parts, conversions, operators, arguments and results.
#include <complex.h>
#include <stdarg.h>
#include <stdio.h>

static void show(const char *what, double complex z)
{
    printf("%s: %g %g\n", what, creal(z), cimag(z));
}

static double complex twice(double complex z)
{
    return z + z;
}

static float _Complex swapped(float _Complex z)
{
    return __builtin_complex(cimagf(z), crealf(z));
}

static double complex sum(int n, ...)
{
    va_list list;
    double complex s = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        s += va_arg(list, double complex);
    va_end(list);
    return s;
}

struct pair {
    int n;
    _Complex float z;
};

static double complex table[] = {1, 2i, 3 + 4i};
static _Complex int counted = 3 - 2i;

static void parts(void)
{
    double complex z = 1.5 - 2.5i;
    show("z", z);
    __real__ z = 7;
    __imag__ z += 0.5;
    show("changed", z);
    __real__ z++;
    double *im = &__imag__ z;
    *im = -*im;
    show("again", z);
    printf("%g %g\n", __real__ 2.0, __imag__ 2.0);
    struct pair p = {1, 0.5f + 0.25fi};
    __imag__ p.z *= 2;
    show("member", p.z);
    show("swapped", swapped(p.z));
    printf("%zu %zu %zu\n", sizeof z, sizeof p.z, sizeof(long double complex));
}

static void operators(void)
{
    double complex a = 3 + 4i, b = 1 - 2i;
    show("+", a + b);
    show("-", a - b);
    show("*", a * b);
    show("/", a / (0 + 2i));
    show("-a", -a);
    show("~a", ~a);
    show("conj", conj(b));
    show("real *", 2 * a);
    show("* real", a * 0.5);
    show("/ real", a / 4);
    show("real -", 1 - a);
    show("- real", a - 1);
    printf("%d %d %d %d\n", a == b, a != b, a == 3 + 4i, 5 == a);
    printf("%d %d\n", !a, a && b);
    a += b;
    a *= 2;
    show("assigned", a);
    a++;
    show("post", a--);
    show("pre", --a);
    double r = 2;
    r *= b;
    printf("%g\n", r);
    printf("%d\n", (_Bool)0.5i);
    show("chosen", r > 0 ? a : b);
    if (a - a)
        show("never", a);
}

static void conversions(void)
{
    double complex z = 2.75 - 1.25i;
    printf("%d %g\n", (int)z, (double)z);
    float complex f = z;
    long double complex l = f;
    show("there and back", l);
    _Complex int k = z;
    printf("%d %d\n", __real__ k, __imag__ k);
    k = ~(k * counted) + 1;
    printf("%d %d\n", __real__ k, __imag__ k);
    _Complex unsigned char c = k;
    printf("%d %d\n", __real__ c, __imag__ c);
}

int main(void)
{
    parts();
    operators();
    conversions();
    show("twice", twice(twice(1 + 0.25i)));
    show("sum", sum(3, table[0], table[1], table[2]));
    show("expression", ({
             double complex t = 1i;
             t *= t;
             t;
         }) + 1i * 1i);
    return 0;
}
