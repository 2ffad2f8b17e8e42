// Vectors: operators, elements, casts, conversions, shuffles, arguments.
#include <stdarg.h>
#include <stdio.h>

typedef int v4si __attribute__((vector_size(16)));
typedef unsigned v4su __attribute__((vector_size(16)));
typedef float v4sf __attribute__((vector_size(16)));
typedef double v2df __attribute__((vector_size(16)));
typedef short v8hi __attribute__((vector_size(16)));
typedef unsigned char v8qu __attribute__((vector_size(8)));
typedef long long v2di __attribute__((vector_size(16)));
typedef int v2si __attribute__((vector_size(8)));
typedef float v2sf __attribute__((vector_size(8)));

static void show(const char *what, v4si v)
{
    printf("%s:", what);
    for (int i = 0; i < 4; i++)
        printf(" %d", v[i]);
    printf("\n");
}

static v4si scaled(v4si v, int by)
{
    v *= by;
    return v;
}

static v4si sum(int n, ...)
{
    va_list list;
    v4si s = {};
    va_start(list, n);
    for (int i = 0; i < n; i++)
        s += va_arg(list, v4si);
    va_end(list);
    return s;
}

static const v4si table[2] = {{1, 2, 3, 4}, {10, 20}};

struct holder {
    char c;
    v4si v;
};

static void operators(void)
{
    v4si a = {1, -2, 3, -4}, b = {5, 6, 7, 8};
    show("+", a + b);
    show("-", a - b);
    show("*", a * b);
    show("/", b / a);
    show("%", b % a);
    show("&", a & b);
    show("|", a | b);
    show("^", a ^ b);
    show("<<", b << table[0]);
    show(">>", b >> 1);
    show("scalar", 10 - a);
    show("neg", -a);
    show("not", ~a);
    show("==", a == (v4si){1, 2, 3, 4});
    show("<", a < 0);
    show(">=", b >= 7);
    a += b;
    a <<= 1;
    show("assigned", a);
    show("post", a++);
    show("pre", --a);
    show("chosen", a[0] > 0 ? a : b);
    v4su u = {0, 1, 2, 3};
    u -= 1;
    show("wraps", (v4si)u);
}

static void floats(void)
{
    v4sf f = {1.5f, -2.5f, 3.25f, 0};
    f = f * 2 + 1;
    for (int i = 0; i < 4; i++)
        printf("%g ", f[i]);
    printf("\n");
    show("compared", f > 2.0f);
    show("converted", __builtin_convertvector(f, v4si));
    v2df d = __builtin_convertvector((v2si){3, 4}, v2df) / 8;
    printf("%g %g\n", d[0], d[1]);
    show("bits", (v4si)(v4sf){1, 2, -0.0f, 0.5f});
}

static void elements(void)
{
    v4si v = table[0];
    v[2] = 30;
    v[v[0]] += 5;
    int *p = (int *)&v;
    p[3]--;
    show("elements", v);
    printf("%d %d\n", (v + 1)[1], (&v)[0][2]);
    struct holder h = {'x', {4, 3, 2, 1}}, copy = h;
    copy.v[0] = 9;
    show("member", copy.v + h.v);
    printf("%zu %zu\n", sizeof v, sizeof h);
}

static void casts(void)
{
    v2si pair = {1, 2};
    long long whole = (long long)pair;
    printf("%llx\n", whole);
    v8qu bytes = (v8qu)whole;
    printf("%d %d\n", bytes[0], bytes[4]);
    bytes += 255;
    printf("%d %d\n", bytes[0], bytes[1]);
    v8hi halves = (v8hi)(v4si){0x10002, -1, 0, 7};
    printf("%d %d %d %d\n", halves[0], halves[1], halves[2], halves[6]);
}

static void shuffles(void)
{
    v4si a = {10, 11, 12, 13}, b = {20, 21, 22, 23};
    show("one", __builtin_shuffle(a, (v4si){3, 2, 5, -1}));
    show("two", __builtin_shuffle(a, b, (v4si){0, 4, 7, 10}));
    show("fixed", __builtin_shufflevector(a, b, 1, 5, 2, 6));
}

int main(void)
{
    operators();
    floats();
    elements();
    casts();
    shuffles();
    show("passed", scaled(scaled(table[1], 2), 3));
    show("varargs", sum(3, table[0], table[1], table[0] - 1));
    return 0;
}
