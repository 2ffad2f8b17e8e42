// const, volatile and restrict, at every level.
const int a = 1;
volatile int b;
int *const c = (int *)&a;
const volatile struct { int x; const int y; } d = {1, 2};
int f(const int *restrict p, volatile int *restrict *q) { b; b = *p; **q += 1; return d.x + *c; }
