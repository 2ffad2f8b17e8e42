// Addresses and what folds are constants.
int a[4], x;
const int n = 3;
int *p = &a[1] + 1, *q = (int *)((char *)a + 4);
long d = &a[3] - &a[0], e = (long)&x;
int f = sizeof(a) * n, g = x * 0, h = "abc"[1], i = !&x;
int fn(void);
int (*k[])(void) = {fn, &fn, 0};
struct s { int *p; struct s *next; } s = {&x, &s};
double y = 1.0 / 3 + n, z = (int)2.5;
