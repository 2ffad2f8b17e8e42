// gcc 12.2.0 at -O2 prints -9223372036854775808: the vectoriser leaves a
// value in an MMX register, and no emms comes before the long double is used.
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
