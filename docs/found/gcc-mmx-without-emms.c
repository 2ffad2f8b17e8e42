// gcc 12.2.0 and 13.3.0 at -O2 print -9223372036854775808: when registers are
// given to the vectorised loop, half of a vector goes through an MMX register
// (movq2dq), which is part of the floating-point stack; there is no emms. With
// -mno-mmx or -fno-tree-loop-vectorize they print 290, as gcc 11.3.0 and 14.2.0 do.
// No operation overflows (6.5p5), and 290 fits a long (6.3.1.4p1).
// prints: 290
int printf(const char *, ...);

unsigned g0;
int g1, g2, g3, g4, g5, g6;
long double x = 290;

static void f(void)
{
    int b[4] = { 1420976144 };
    for (short i = 0; i < 12; i++) {
        int v = (short)-i - 1616303248;
        g1 ^= v;
    }
    b[1] -= g2 > g3 ? g3 : g2;
    long w = (long)g4 * (g5 ? g5 : g0) >> 33;
    g1 -= g6;
    for (int i = 0; i < 4; i++)
        g1 ^= b[i];
    g0 += w;
}

int main(void)
{
    long y = 0;
    f();
    for (int i = 0; i < 16; i++)
        y = x;
    printf("%ld\n", y);
    return 0;
}
