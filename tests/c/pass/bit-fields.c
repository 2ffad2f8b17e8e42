// Narrow members, their promotion and their stores.
struct s { unsigned a : 3; int b : 5; unsigned long c : 40; _Bool d : 1; int : 0; int e : 31; };
int f(struct s *p)
{
    p->a = 9;
    p->b -= 1;
    p->d = p->a;
    return p->a - 8 < 0 ? p->b : (p->c << 1) > 0;
}
struct s s = {1, -2, 3, 1, 5};
