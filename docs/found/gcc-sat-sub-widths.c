// The bug of gcc-sat-sub-sign-extended.c from 16 to 32 and from 64 to 128 bits: gcc
// 15.3.0, 16.2.0 and 17.0.0 20261020 (r17-5409) at -O2, -Os and -O3 print 4294967294
// and 18446744073709551615.
// prints: 65534 0
int printf(const char *, ...);

unsigned short a = 0xffff, b = 1;
unsigned long long c = 0xffffffffffffffff, d = 1;
volatile unsigned __int128 z;

int main(void)
{
    unsigned x = (unsigned short)(a < b ? 0 : a - b);
    z = c < d ? 0 : c - d;
    printf("%u %llu\n", x, (unsigned long long)(z >> 64));
    return 0;
}
