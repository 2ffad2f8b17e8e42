// Inner names hide outer ones.
typedef int t;
int x = 1;
struct s { int a; };
enum { K = 1 };
int f(int x)
{
    { int x = x + 1; struct s { char b; }; enum { K = 5 }; x += sizeof(struct s) + K; }
    { t t = 3; x += t; }
    for (int x = 2; x; x--) { extern int x; x++; }
    return x + K + sizeof(struct s);
}
