// tcc 0.9.27 prints 12345678901234568: it converts by way of double.
// prints: 12345678901234567
int printf(const char *, ...);

int main(void)
{
    long double x = 12345678901234567.0L;
    printf("%ld\n", (long)x);
    return 0;
}
