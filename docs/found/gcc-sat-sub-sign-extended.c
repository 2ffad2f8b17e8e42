// gcc 15.3.0, 16.2.0 and 17.0.0 20261020 (r17-5409) at -O2, -Os and -O3, also with
// -m32, print 18446744073709551614: the selection becomes a saturating subtraction
// (.SAT_SUB) of 32 bits, whose result is extended by its sign (movslq). With
// -fno-expensive-optimizations, at -O1 and -Og, they print 4294967294, as gcc 13.5.0
// and 14.4.0 do. The result is an unsigned int (6.5.15p5), and a conversion to a
// wider unsigned type keeps its value (6.3.1.3p1).
// prints: 4294967294
int printf(const char *, ...);

unsigned x = 0xffffffff, y = 1;

int main(void)
{
    unsigned long long z = x >= y ? x - y : 0;
    printf("%llu\n", z);
    return 0;
}
