// Arithmetic, comparison, void and null.
int a[10];
long f(int *p, void *v, char *c)
{
    p += 2;
    v++;
    c -= p - a;
    if (p < a + 5 && v && !c)
        return &p[3] - p;
    return (long)v + (p == 0) + (v == p) + (long)(&f - 1 == f) + *(long *)(c + 8);
}
int *q = (int *)0x1000, *r = &a[3], *s = a + 4;
