// Functions in functions see the locals around them.
int f(int x)
{
    auto int twice(int);
    int add(int y) { return x + y; }
    int (*p)(int) = add;
    int twice(int y) { return p(p(y)); }
    return twice(3);
}
