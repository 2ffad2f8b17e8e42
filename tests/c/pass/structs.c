// Values of structs: copied, passed and returned.
struct s { int a[3]; double d; };
union u { int i; float f; struct { char c[4]; }; };
struct s make(int x) { struct s r = {{x, x + 1}, 1.5}; return r; }
int f(struct s a, union u b)
{
    struct s c = a, *p = &c;
    c = make(3);
    *p = p->d > 1 ? a : c;
    return make(4).a[1] + b.c[0] + (b.f = 1, b.i) + p->a[2];
}
union u v = {.f = 1.0f};
int k(void) { return ((union u)3).i; }
