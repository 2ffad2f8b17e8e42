// sizeof and _Alignof of expressions and types.
int a[3];
char c;
struct s { char x; long double y; };
unsigned long s[] = {sizeof a, sizeof(a + 0), sizeof 'x', sizeof(char), sizeof "abc", sizeof(c + c),
                     sizeof(struct s), sizeof(int[2][3]), sizeof(void), _Alignof(struct s),
                     sizeof &a, sizeof(*&a), sizeof(long[sizeof(int)])};
int f(int n) { int v[n]; n += sizeof(v[n++]); return sizeof v + sizeof(int[n++]) + n; }
