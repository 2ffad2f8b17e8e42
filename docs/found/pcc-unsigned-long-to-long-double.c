// pcc 1.2.0.DEVEL 20220331 at -O2 crashes: to make a long double of an unsigned
// long it takes 16 bytes of stack, and gives them back only if the top bit is set.
// prints: 7
int printf(const char *, ...);

unsigned long x = 6;
long double y;

static void f(void)
{
    y = x + 1;
}

int main(void)
{
    f();
    printf("%d\n", (int)y);
    return 0;
}
