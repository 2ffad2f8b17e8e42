// Pointers, arrays and functions in every order.
int *a[3], (*b)[3], *(*c(void))[3], (*(*d)(int))(char), *const e, *volatile *const *f;
int (*g[2])(int (*)(void), char *[]), (((h)));
typedef int (*fn)(int), row[4];
fn k[2];
row *l(fn);
const row m = {1};
int sum(int (*op)(int), int n) { return op(n) + (*op)(n) + (****op)(n); }
