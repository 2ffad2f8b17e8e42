// Conditional, elvis, logical operators and commas.
int f(int a, int *p, char *q)
{
    int b = a ? 1 : 2u;
    void *v = a ? (void *)p : q;
    const int *c = a ? p : (const int *)0;
    b += a ?: 5;
    b = (a++, b) && (p || !q);
    return b + (v == c) + (a ? 1 : 2.5 > 3);
}
