// pcc 1.2.0.DEVEL 20220331: "compiler error: Cannot generate code, node … op %".
// So it says where the conversion of the right operand to unsigned gets lost: here,
// and for x % (i << 0) with an int i.
// prints: 0
int printf(const char *, ...);

unsigned x = 7;

int main(void)
{
    x %= 4073709551615 || x;
    printf("%u\n", x);
    return 0;
}
