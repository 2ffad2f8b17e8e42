// Arrays of no length, and of length zero.
struct s { int n; char text[]; };
struct z { int n; int a[0]; };
struct s x = {3, "abc"};
static struct s y = {2, {'a', 'b'}};
int f(struct s *p, struct z *q) { return p->text[1] + q->a[2] + sizeof(struct s) + sizeof *q; }
int g(void) { return f(&x, 0) + y.n; }
