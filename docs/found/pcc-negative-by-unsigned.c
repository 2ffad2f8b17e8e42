// pcc 1.2.0.DEVEL 20220331 prints 4294967295: it divides the constants in 64
// bits, and -1 has not been cut to the 32 bits of an unsigned before.
// prints: 2147483647
int printf(const char *, ...);

int main(void)
{
    printf("%u\n", -1 / 2U);
    return 0;
}
