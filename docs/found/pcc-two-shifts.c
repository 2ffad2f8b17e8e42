// pcc 1.2.0.DEVEL 20220331 prints 48: it adds the counts, and shifts by 35.
// prints: 0
int printf(const char *, ...);

unsigned x = 6;

int main(void)
{
    unsigned y = x << 8 << 27;
    printf("%u\n", y);
    return 0;
}
