// gcc 11.3.0 and 12.2.0 at -O1 and above store v[2][2] twice (5.1.2.3p6); with
// -fno-tree-loop-im they do not.
// prints: 1
int printf(const char *, ...);

unsigned a, b = 1;
unsigned short c;
volatile unsigned char v[3][6];

int main(void)
{
    for (unsigned i = 0; i != 3; i++) {
        c ^= a & b;
        v[i][i] = b;
    }
    printf("%d\n", v[2][2]);
    return 0;
}
