// std: gnu89
// What is a name, and which type a constant has, before C99.

int restrict = 1;
int R = 2;

// No long holds it, an unsigned long does.
int unsigned_first[(9223372036854775808 > -1) + 1];
int long_long[(9223372036854775808LL > -1) + 1];
int hexadecimal[(0x8000000000000000 > -1) + 1];
int signed_still[(9223372036854775807 > -1) + 1];

extern int sizes[sizeof unsigned_first / sizeof(int)];
extern int sizes[1];

int read_restrict(void)
{
    return restrict + R;
}
