// Parameters declared after the parentheses.
int f(a, b, c)
    char a;
    float *b;
{
    return a + *b + c;
}
double g();
int h() { return f(1, (float *)0, 2) + (int)g(1, 2.0f); }
double g(x, y) int x; double y; { return x + y; }
